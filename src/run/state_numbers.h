#pragma once

#include <concepts>
#include <string>
#include <type_traits>

#include "io/run/records.h"
#include "io/run/run_folder.h"
#include "src/run/run_report.h"
#include "src/simulation/simulation_state.h"

/// visit_numbers(values, f) calls f(name, member) for each number of a struct: int, double or Vec3.
/// Structured bindings name all members, so that a new one does not compile until it is here: one
/// that a checkpoint left out would be lost silently.
namespace eulersolid {

/// T or const T: the same list reads and writes.
template <class T, class Of>
concept MaybeConst = std::same_as<std::remove_const_t<T>, Of>;

/// Calls f with names that begin with that of the struct.
template <class T, class F>
void visit_under(const std::string& name, T& values, F& f) {
  auto under = [&](const std::string& member, auto& value) { f(name + "." + member, value); };
  visit_numbers(values, under);
}

void visit_numbers(MaybeConst<NodeBox> auto& node_box, auto& f) {
  auto& [first, nodes] = node_box;
  auto& [i, j, k] = first;
  auto& [nx, ny, nz] = nodes;
  f("i", i), f("j", j), f("k", k), f("nx", nx), f("ny", ny), f("nz", nz);
}

void visit_numbers(MaybeConst<EnergyFlows> auto& flows, auto& f) {
  auto& [start, gravity, contact, load, hold, activation, viscous, artificial, transport, masses,
         restored, map, last_map, last_viscous, last_artificial, returned, damped, greatest,
         greatest_within] = flows;
  f("start", start), f("gravity", gravity), f("contact", contact), f("viscous", viscous);
  f("load", load), f("hold", hold), f("activation", activation);
  f("transport", transport), f("masses", masses), f("restored", restored);
  f("map", map), f("last_map", last_map), f("last_viscous", last_viscous);
  f("artificial", artificial), f("last_artificial", last_artificial);
  f("returned", returned), f("damped", damped);
  f("greatest", greatest), f("greatest_within", greatest_within);
}

void visit_numbers(MaybeConst<Restored> auto& restored, auto& f) {
  auto& [sum, lengths, greatest] = restored;
  f("sum", sum), f("lengths", lengths), f("greatest", greatest);
}

void visit_numbers(MaybeConst<Ledger> auto& ledger, auto& f) {
  auto& [mass, centre, linear, start_linear, angular, energy, restored_momentum, restored_spin, hit,
         rest_speed] = ledger;
  f("mass", mass), f("centre", centre), f("linear", linear), f("angular", angular);
  f("start_linear", start_linear);
  visit_under("energy", energy, f);
  visit_under("restored_momentum", restored_momentum, f);
  visit_under("restored_spin", restored_spin, f);
  f("hit_momentum", hit.momentum), f("hit_energy", hit.energy);
  f("rest_speed", rest_speed);
}

void visit_numbers(MaybeConst<Momentum> auto& momentum, auto& f) {
  auto& [mass, kinetic, abs_momentum, abs_spin, first, linear, angular, square, product] = momentum;
  f("mass", mass), f("kinetic", kinetic);
  f("abs_momentum", abs_momentum), f("abs_spin", abs_spin);
  f("first", first), f("linear", linear), f("angular", angular);
  f("square", square), f("product", product);
}

void visit_numbers(MaybeConst<GeometryReport> auto& geometry, auto& f) {
  auto& [energy, volume, activated, flowed, flow_power, viscous_power, artificial_power, viscosity,
         min_det, speed, inverted, left_out, repaired] = geometry;
  f("energy", energy), f("volume", volume), f("activated", activated), f("flowed", flowed);
  f("flow_power", flow_power);
  f("viscous_power", viscous_power), f("artificial_power", artificial_power);
  f("viscosity", viscosity);
  f("min_det", min_det), f("speed", speed);
  f("inverted", inverted), f("left_out", left_out), f("repaired", repaired);
}

void visit_numbers(MaybeConst<PairLoss> auto& loss, auto& f) {
  auto& [pair, lost, turned, before] = loss;
  f("pair", pair), f("lost", lost), f("turned", turned), f("before", before);
}

void visit_numbers(MaybeConst<RestoredMomentum> auto& restored, auto& f) {
  auto& [linear, spin, arm] = restored;
  f("linear", linear), f("spin", spin), f("arm", arm);
}

void visit_numbers(MaybeConst<BodyTotals> auto& totals, auto& f) {
  auto& [geometry, measured, momentum, unrestored, elastic, restored, approach, stiffness] = totals;
  visit_under("geometry", geometry, f), visit_under("measured", measured, f);
  visit_under("momentum", momentum, f);
  f("unrestored", unrestored), f("elastic", elastic);
  visit_under("restored", restored, f);
  f("approach", approach), f("stiffness", stiffness);
}

/// But for the arrays, which visit_arrays() has.
void visit_numbers(MaybeConst<HostState> auto& state, auto& f) {
  auto& [node_box, u, v, force, mass, phi, layers, guarded, outside, points, history_at, history,
         ledger, totals, last_dt] = state;
  visit_under("node_box", node_box, f);
  visit_under("ledger", ledger, f), visit_under("totals", totals, f);
  f("last_dt", last_dt);
}

void visit_numbers(MaybeConst<SharedEnergies> auto& energies, auto& f) {
  auto& [obstacle_work, dissipated_friction, dissipated_impact, impact_before] = energies;
  f("obstacle_work", obstacle_work), f("dissipated_friction", dissipated_friction);
  f("dissipated_impact", dissipated_impact), f("impact_before", impact_before);
}

void visit_numbers(MaybeConst<ReceivedImpulse> auto& received, auto& f) {
  auto& [impulse, friction, torque] = received;
  f("impulse", impulse), f("friction", friction), f("torque", torque);
}

void visit_numbers(MaybeConst<ReceivedByRegion> auto& received, auto& f) {
  auto& [load, load_torque, reaction, reaction_torque, load_work, hold_work] = received;
  f("load", load), f("load_torque", load_torque);
  f("reaction", reaction), f("reaction_torque", reaction_torque);
  f("load_work", load_work), f("hold_work", hold_work);
}

void visit_numbers(MaybeConst<RigidState> auto& state, auto& f) {
  auto& [centre, turn, velocity, spin_momentum] = state;
  f("centre", centre), f("velocity", velocity), f("spin_momentum", spin_momentum);
  f("turn_x", turn[0]), f("turn_y", turn[1]), f("turn_z", turn[2]);
}

void visit_numbers(MaybeConst<JointState> auto& state, auto& f) {
  auto& [angle, rate, work, elapsed, drive, impulse, torque] = state;
  f("angle", angle), f("rate", rate), f("work", work), f("elapsed", elapsed);
  f("drive", drive), f("impulse", impulse), f("torque", torque);
}

/// But for the bodies, the contacts' memory, and what has names.
void visit_numbers(MaybeConst<SimulationState> auto& state, auto& f) {
  auto& [time, steps, energies, bodies, contact, collected_since, received, regions_since,
         by_region, rigid, relaxation, outside] = state;
  f("time", time), f("steps", steps);
  visit_under("energies", energies, f);
  f("collected_since", collected_since), f("regions_since", regions_since);
  f("relaxation_rate", relaxation.rate), f("relaxation_forces", relaxation.forces);
}

void visit_numbers(MaybeConst<FileMark> auto& mark, auto& f) {
  auto& [size, checksum] = mark;
  f("size", size), f("checksum", checksum);
}

void visit_numbers(MaybeConst<FolderState> auto& state, auto& f) {
  auto& [steps, bodies, contacts, regions, joints, manifest] = state;
  visit_under("steps", steps, f), visit_under("bodies", bodies, f);
  visit_under("contacts", contacts, f), visit_under("regions", regions, f);
  visit_under("joints", joints, f);
  f("manifest", manifest);
}

/// Those of the steps in the order of their columns.
void visit_numbers(MaybeConst<RunSums> auto& sums, auto& f) {
  auto& [frames, steps, largest_energy, missing_outputs, refinements, alarms, earlier_alarms,
         cell_size, seconds] = sums;
  auto& totals = steps;  // which lambdas may capture
  f("frames", frames), f("largest_energy", largest_energy), f("seconds", seconds);
  f("missing_outputs", missing_outputs), f("refinements", refinements);
  f("alarms", alarms), f("earlier_alarms", earlier_alarms), f("cell_size", cell_size);
  for (const RecordField<StepRecord>& field : step_fields) {
    const std::string name = "steps." + std::string(field.name);
    const auto visit = [&](const auto member) {
      if constexpr (std::is_const_v<std::remove_reference_t<decltype(sums)>>)
        f(name, member.read(totals));
      else
        f(name, member.get(totals));
    };
    std::visit(visit, field.member);
  }
}

}  // namespace eulersolid
