#pragma once

#include <array>
#include <string>

#include "contact/contact_report.h"
#include "grid/ledger/step_seconds.h"
#include "io/run/record_field.h"
#include "kernels/math/vec3.h"

/// What a run notes, one struct for the rows of each table, with the list of its fields beside it.
/// A new column is a line in the list, of a member that is set where it is measured: the reports of
/// contact, its solvers and their QPs are part of a step's record, and what the bodies measure is
/// summed in src/simulation/grid_simulation.cpp. docs/outputs.md is then written anew. Add columns
/// at the end or after related ones: users read them by name.
namespace eulersolid {

/// What changed the energy of bodies since the start, each measured by itself.
struct EnergyRecord {
  double viscosity = 0;                                     ///< dissipated
  double transport = 0, masses = 0, restored = 0, map = 0;  ///< made, and should not be
  double returned = 0;                                      ///< to make up for these four
  double damped = 0;  ///< of that, what artificial viscosities took
  double residual = 0;
  double load_work = 0, hold_work = 0;  ///< done on regions
  double activation_work = 0;           ///< by changes of the activation of fibres

  /// What no force and no contact did, in all.
  double made() const { return transport + masses + restored + map + returned + residual; }
};

/// What the discretisation made of the energy, but for what it returned: by what, and where that is
/// noted.
struct MadeEnergy {
  const char* by;
  double EnergyRecord::*energy;
};
inline constexpr MadeEnergy made_energies[] = {
    {"transport", &EnergyRecord::transport},
    {"new masses", &EnergyRecord::masses},
    {"restored momentum", &EnergyRecord::restored},
    {"the map", &EnergyRecord::map},
    {"what is not explained", &EnergyRecord::residual},
};

/// How far the motion since the start is not the doing of forces and contacts [-]: what alarms
/// watch, see docs/theory.md, "The ledgers".
struct DriftRecord {
  double momentum = 0, spin = 0, transport = 0, map = 0, left = 0;
  double momentum_lengths = 0, spin_lengths = 0;  ///< not watched
};

/// The columns that steps.csv and bodies.csv share, of a member of their records.
template <auto energy>
inline constexpr auto energy_fields = std::to_array<RecordField<OwnerOf<energy>>>({
    {"dissipated_viscosity", at<energy, &EnergyRecord::viscosity>, "J",
     "lost to viscosity, and to the flow of solids with memory, since the start, but for "
     "energy_damped; losses count positive"},
    {"energy_transport", at<energy, &EnergyRecord::transport>, "J",
     "kinetic energy that advecting the velocities made since the start; an error, as the next "
     "five, positive where energy was gained",
     RunTotal::last("energy_transport")},
    {"energy_masses", at<energy, &EnergyRecord::masses>, "J",
     "kinetic energy that the nodes' new masses made since the start",
     RunTotal::last("energy_masses")},
    {"energy_restored", at<energy, &EnergyRecord::restored>, "J",
     "kinetic energy that restoring the ledgers' momenta made since the start",
     RunTotal::last("energy_restored")},
    {"energy_map", at<energy, &EnergyRecord::map>, "J",
     "elastic energy made since the start beyond the work of the internal forces",
     RunTotal::last("energy_map")},
    {"energy_returned", at<energy, &EnergyRecord::returned>, "J",
     "kinetic energy that the motion relative to the rigid one was given since the start, to make "
     "up for the four before, energy_damped with it",
     RunTotal::last("energy_returned")},
    {"energy_residual", at<energy, &EnergyRecord::residual>, "J",
     "change of kinetic and elastic energy since the start that no column explains",
     RunTotal::last("energy_residual")},
    {"energy_damped", at<energy, &EnergyRecord::damped>, "J",
     "of energy_returned, what the viscosity of shocks and the damping of hourglasses took",
     RunTotal::last("energy_damped")},
    {"load_work", at<energy, &EnergyRecord::load_work>, "J",
     "done by the loads of regions since the start"},
    {"hold_work", at<energy, &EnergyRecord::hold_work>, "J",
     "done by what holds or moves regions since the start"},
    {"activation_work", at<energy, &EnergyRecord::activation_work>, "J",
     "done by changes of the activation of fibres since the start; what active fibres can do is in "
     "elastic"},
});
template <auto drift>
inline constexpr auto drift_fields = std::to_array<RecordField<OwnerOf<drift>>>({
    {"drift_momentum", at<drift, &DriftRecord::momentum>, "-",
     "length of the momentum restored since the start, as a part of the greatest sum of m abs(v) "
     "so far, at least 1e-3 m c",
     RunTotal::last("drift_momentum")},
    {"drift_spin", at<drift, &DriftRecord::spin>, "-",
     "length of the spin restored since the start, less what contact makes by the lever between "
     "the ledger's centre of mass and the nodes', as a part of the greatest sum of m abs(r) abs(v) "
     "so far. r is from the centre of mass; the sum is at least 1e-3 m c R with R the radius of "
     "gyration",
     RunTotal::last("drift_spin")},
    {"drift_transport", at<drift, &DriftRecord::transport>, "-",
     "energy_transport, energy_masses and energy_restored as a part of the greatest energy so far: "
     "of the motion about the centre of mass, elastic and work on these, or of the motion relative "
     "to what it touched",
     RunTotal::last("drift_transport")},
    {"drift_map", at<drift, &DriftRecord::map>, "-",
     "energy_map as a part of the greatest energy so far", RunTotal::last("drift_map")},
    {"drift_left", at<drift, &DriftRecord::left>, "-",
     "energy_transport to energy_returned, all five, as a part of the greatest energy so far",
     RunTotal::last("drift_left")},
    {"restored_momentum", at<drift, &DriftRecord::momentum_lengths>, "-",
     "as drift_momentum, but lengths are summed, so that nothing cancels: at least that",
     RunTotal::last("restored_momentum")},
    {"restored_spin", at<drift, &DriftRecord::spin_lengths>, "-", "as drift_spin, likewise",
     RunTotal::last("restored_spin")},
});

/// Names for `contact.deepest` of a step; empty where nothing overlaps.
struct DeepestNames {
  std::string body, partner;
};

/// What one step did: a row of steps.csv.
struct StepRecord {
  int step = 0;
  double time = 0, dt = 0;
  int sub_step = 0, sp_unconverged = 0;
  ContactReport contact;
  DeepestNames deepest;
  double kinetic = 0, elastic = 0, gravity = 0, dissipated = 0;
  Vec3 momentum, angular_momentum;
  double min_det = 1;
  int overlap_spike = 0, repaired_nodes = 0, clamped_points = 0;
  double ledger_correction = 0, imbalance = 0;
  double seconds_grid = 0, seconds_output = 0;
  StepSeconds operators;  ///< those of deformable bodies, of seconds_grid
  double mass = 0, measured_mass = 0;
  Vec3 measured_momentum, measured_angular_momentum;
  double gravity_work = 0, obstacle_work = 0, dissipated_contact = 0;
  double dissipated_friction = 0, dissipated_impact = 0;
  double drift_energy = 0, drift_impact = 0;
  EnergyRecord energy;
  DriftRecord drift;  ///< the largest of a body
};

template <auto... path>
inline constexpr auto in_contact = at<&StepRecord::contact, path...>;
template <auto... path>
inline constexpr auto in_solver = in_contact<&ContactReport::solver, path...>;
template <auto member>
inline constexpr auto in_normal_qps = in_solver<&SolverReport::normal, member>;
template <auto member>
inline constexpr auto in_friction_qps = in_solver<&SolverReport::friction, member>;
template <auto member>
inline constexpr auto in_all_qps = in_solver<&SolverReport::all_qps, member>;

inline constexpr auto own_step_fields = std::to_array<RecordField<StepRecord>>({
    {"step", at<&StepRecord::step>, "-", "1 for the first", RunTotal::last("steps")},
    {"time", at<&StepRecord::time>, "s", "at the end of the step", RunTotal::last("time")},
    {"dt", at<&StepRecord::dt>, "s", "length of the step"},
    {"sub_step", at<&StepRecord::sub_step>, "-",
     "1 where it is one of the equal parts of a fixed step that was too long to be stable, else 0",
     RunTotal::sum("sub_steps")},
    {"contacts", in_contact<&ContactReport::count>, "-", "places where two surfaces meet",
     RunTotal::largest("largest_contacts")},
    {"posed_contacts", in_contact<&ContactReport::posed>, "-",
     "those that may close in the step, which the solver's problem is of"},
    {"contact_rounds", in_contact<&ContactReport::rounds>, "-",
     "times that the solution closed others, and the problem of all of these was solved",
     RunTotal::sum("contact_rounds")},
    {"active_contacts", in_solver<&SolverReport::active>, "-", "those with a normal impulse"},
    {"dim_gc", in_normal_qps<&QpTotals::dim_free>, "-",
     "order of the matrix last factored for the normal QP"},
    {"dim_gf", in_friction_qps<&QpTotals::dim_free>, "-",
     "order of the matrix last factored for the friction QP"},
    {"bandwidth_c", in_normal_qps<&QpTotals::bandwidth>, "-", "bandwidth of the normal Hessian"},
    {"sp_iterations", in_solver<&SolverReport::iterations>, "-", "staggered projections",
     RunTotal::sum("sp_iterations")},
    {"sp_error", in_solver<&SolverReport::error>, "-",
     "change of friction in the last of them (Eq. 4.19)"},
    {"sp_retries", in_solver<&SolverReport::retries>, "-",
     "attempts with shorter ways where they did not converge", RunTotal::sum("sp_retries")},
    {"sp_unconverged", at<&StepRecord::sp_unconverged>, "-",
     "1 where no attempt converged but `cone_residual` is small enough to go on, else 0",
     RunTotal::sum("unconverged_steps")},
    {"cone_residual", in_solver<&SolverReport::residual>, "-",
     "how far the impulses are from the answer, by the natural map of the friction cone: its "
     "largest velocity, relative to the largest at which contacts met",
     RunTotal::largest("largest_cone_residual")},
    {"friction_qps", in_friction_qps<&QpTotals::qps>, "-",
     "friction QPs: one in each staggered projection in a pyramid, in discs one for each Newton "
     "step",
     RunTotal::sum("friction_qps")},
    {"pdasm_contact", in_normal_qps<&QpTotals::iterations>, "-",
     "active-set iterations of the normal QPs, the most of one QP"},
    {"pdasm_friction", in_friction_qps<&QpTotals::iterations>, "-",
     "active-set iterations of the friction QPs, the most of one QP"},
    {"solves_contact", in_normal_qps<&QpTotals::solves>, "-",
     "right-hand sides solved for the normal QPs", RunTotal::sum("solves")},
    {"solves_friction", in_friction_qps<&QpTotals::solves>, "-",
     "right-hand sides solved for the friction QPs", RunTotal::sum("solves")},
    {"factorizations", in_all_qps<&QpCosts::factorizations>, "-", "of all QPs",
     RunTotal::sum("factorizations")},
    {"resets", in_all_qps<&QpCosts::resets>, "-",
     "factorisations that replaced one with too many or too poor Schur columns",
     RunTotal::sum("resets")},
    {"warm_contact", in_solver<&SolverReport::warm_normal>, "-",
     "part of the normal working set that was predicted; 1 where it is empty"},
    {"warm_friction", in_solver<&SolverReport::warm_friction>, "-",
     "the same of the friction working set"},
    {"kkt_contact", in_normal_qps<&QpTotals::kkt>, "-",
     "relative KKT residual of the normal QPs, the largest"},
    {"kkt_friction", in_friction_qps<&QpTotals::kkt>, "-",
     "relative KKT residual of the friction QPs, the largest"},
    {"fallbacks", in_all_qps<&QpCosts::fallbacks>, "-",
     "QPs for which the interior point method found the working set", RunTotal::sum("fallbacks")},
    {"kinetic", at<&StepRecord::kinetic>, "J",
     "kinetic energy of all bodies, in the middle of the step, where the velocities belong"},
    {"elastic", at<&StepRecord::elastic>, "J",
     "elastic energy of all bodies, in the middle of the step, too"},
    {"gravity", at<&StepRecord::gravity>, "J",
     "potential energy of all bodies in gravity as it is at the end of the step, 0 at the origin"},
    {"dissipated", at<&StepRecord::dissipated>, "J",
     "lost to contact, friction and viscosity since the start"},
    {"momentum", at<&StepRecord::momentum>, "kg m/s", "of all bodies, as their ledgers have it"},
    {"max_overlap", in_contact<&ContactReport::max_overlap>, "cells",
     "deepest penetration that contact found", RunTotal::largest("largest_overlap")},
    {"overlap_spike", at<&StepRecord::overlap_spike>, "-",
     "1 where that is more than a quarter of a cell, which contact leaves nowhere, else 0",
     RunTotal::sum("overlap_spikes")},
    {"min_det", at<&StepRecord::min_det>, "-",
     "least det(grad X) over the quadrature points that are not inverted",
     RunTotal::least("smallest_det")},
    {"repaired_nodes", at<&StepRecord::repaired_nodes>, "-",
     "nodes half of whose octants are inverted: their map is extrapolated anew",
     RunTotal::sum("repaired_nodes")},
    {"clamped_points", at<&StepRecord::clamped_points>, "-",
     "quadrature points whose map is inverted, left out: without stress and mass",
     RunTotal::sum("clamped_points")},
    {"ledger_correction", at<&StepRecord::ledger_correction>, "-",
     "momentum that the ledgers restored, relative to the sum of m abs(v)"},
    {"imbalance", at<&StepRecord::imbalance>, "-",
     "in a static scene, what is left of forces on nodes and what damps them, over the sum of all",
     RunTotal::last("imbalance")},
    {"bandwidth_f", in_friction_qps<&QpTotals::bandwidth>, "-",
     "bandwidth of the friction Hessian"},
    {"angular_momentum", at<&StepRecord::angular_momentum>, "kg m^2/s",
     "of all bodies about the origin, as their ledgers have it"},
    {"seconds_grid", at<&StepRecord::seconds_grid>, "s",
     "spent on the bodies: motion, geometry, forces, ledgers", RunTotal::sum("seconds_grid"),
     ValueSource::clock},
    {"seconds_detect", in_contact<&ContactReport::seconds_detect>, "s", "spent on finding contacts",
     RunTotal::sum("seconds_detect"), ValueSource::clock},
    {"seconds_assemble", in_contact<&ContactReport::seconds_assemble>, "s",
     "spent on rows and Hessians", RunTotal::sum("seconds_assemble"), ValueSource::clock},
    {"seconds_contact", in_normal_qps<&QpTotals::seconds>, "s",
     "spent on normal QPs, vectors and the way to another backend included",
     RunTotal::sum("seconds_contact"), ValueSource::clock},
    {"seconds_friction", in_friction_qps<&QpTotals::seconds>, "s",
     "spent on friction QPs, the same included", RunTotal::sum("seconds_friction"),
     ValueSource::clock},
    {"seconds_contact_factor", in_normal_qps<&QpTotals::seconds_factor>, "s",
     "of these, on factorisations of normal QPs", RunTotal(), ValueSource::clock},
    {"seconds_contact_solve", in_normal_qps<&QpTotals::seconds_solve>, "s",
     "of these, on the rest of their solver", RunTotal(), ValueSource::clock},
    {"seconds_friction_factor", in_friction_qps<&QpTotals::seconds_factor>, "s",
     "of these, on factorisations of friction QPs", RunTotal(), ValueSource::clock},
    {"seconds_friction_solve", in_friction_qps<&QpTotals::seconds_solve>, "s",
     "of these, on the rest of their solver", RunTotal(), ValueSource::clock},
    {"chosen_contact", in_normal_qps<&QpTotals::chosen>, "-",
     "factorisations of normal QPs preferred to Schur columns",
     RunTotal::sum("chosen_factorizations")},
    {"chosen_friction", in_friction_qps<&QpTotals::chosen>, "-",
     "factorisations of friction QPs preferred to Schur columns",
     RunTotal::sum("chosen_factorizations")},
    {"solver_bytes", in_solver<&SolverReport::bytes>, "bytes",
     "of factors and Schur columns, at most", RunTotal::largest("solver_memory")},
    {"seconds_output", at<&StepRecord::seconds_output>, "s",
     "spent on files, the frame that the step reached included", RunTotal::sum("seconds_output"),
     ValueSource::clock},
    {"mass", at<&StepRecord::mass>, "kg", "of all bodies, as their ledgers have it"},
    {"measured_mass", at<&StepRecord::measured_mass>, "kg",
     "of all nodes, before it is scaled to the ledgers'"},
    {"measured_momentum", at<&StepRecord::measured_momentum>, "kg m/s",
     "of all nodes, before the ledgers' is restored"},
    {"measured_angular_momentum", at<&StepRecord::measured_angular_momentum>, "kg m^2/s",
     "of all nodes about the origin, before the ledgers' is restored"},
    {"gravity_work", at<&StepRecord::gravity_work>, "J",
     "done by gravity on all bodies since the start, also where it changes with time"},
    {"obstacle_work", at<&StepRecord::obstacle_work>, "J",
     "done by obstacles on all bodies since the start; negative where bodies push them"},
    {"dissipated_contact", at<&StepRecord::dissipated_contact>, "J",
     "lost in contact since the start: the work of obstacles less that of contacts at the nodes; "
     "losses count positive"},
    {"dissipated_friction", at<&StepRecord::dissipated_friction>, "J",
     "of these, by friction: minus its impulses times the relative velocities at the contacts"},
    {"dissipated_impact", at<&StepRecord::dissipated_impact>, "J",
     "of these, by normal impulses; negative where they push apart what overlaps"},
    {"drift_energy", at<&StepRecord::drift_energy>, "-",
     "energy_transport to energy_residual together as a part of the sum of all bodies' greatest "
     "energies so far",
     RunTotal::last("drift_energy")},
    {"drift_impact", at<&StepRecord::drift_impact>, "-",
     "what normal impulses gave in all, -dissipated_impact, as a part of the same sum",
     RunTotal::last("drift_impact")},
});

/// What the operators of a step took of `seconds_grid`.
inline constexpr auto operator_fields = std::to_array<RecordField<StepRecord>>({
    {"seconds_kick", at<&StepRecord::operators, &StepSeconds::kick>, "s",
     "of `seconds_grid`, on forces, loads and held regions; this and the six that follow are of "
     "deformable bodies, and share it where bodies move at the same time",
     RunTotal::sum("seconds_kick"), ValueSource::clock},
    {"seconds_extrapolate", at<&StepRecord::operators, &StepSeconds::extrapolate>, "s",
     "on velocities and displacements in the layers around bodies",
     RunTotal::sum("seconds_extrapolate"), ValueSource::clock},
    {"seconds_advect", at<&StepRecord::operators, &StepSeconds::advect>, "s",
     "on the transport of velocities, reference maps, points and memory",
     RunTotal::sum("seconds_advect"), ValueSource::clock},
    {"seconds_integrate", at<&StepRecord::operators, &StepSeconds::integrate>, "s",
     "on level sets and on mass, stress and forces of cells", RunTotal::sum("seconds_integrate"),
     ValueSource::clock},
    {"seconds_momentum", at<&StepRecord::operators, &StepSeconds::momentum>, "s",
     "on momentum that crosses between nodes", RunTotal::sum("seconds_momentum"),
     ValueSource::clock},
    {"seconds_layers", at<&StepRecord::operators, &StepSeconds::layers>, "s",
     "on which nodes bodies have, their layers and fits", RunTotal::sum("seconds_layers"),
     ValueSource::clock},
    {"seconds_ledger", at<&StepRecord::operators, &StepSeconds::ledger>, "s",
     "on what is measured, restored and returned", RunTotal::sum("seconds_ledger"),
     ValueSource::clock},
});

/// The columns of steps.csv, in their order.
inline constexpr auto step_fields = joined(own_step_fields, energy_fields<&StepRecord::energy>,
                                           drift_fields<&StepRecord::drift>, operator_fields);

/// When a frame is: the first columns of bodies.csv, contacts.csv and regions.csv.
struct FrameStamp {
  int frame = 0;
  double time = 0;
};

inline constexpr RecordField<FrameStamp> frame_fields[] = {
    {"frame", at<&FrameStamp::frame>, "-", "number of the frame, as in the names of its files"},
    {"time", at<&FrameStamp::time>, "s", "that it shows"},
};

/// A body in a frame: the rest of a row of bodies.csv.
struct BodyRecord {
  std::string body;
  double mass = 0, volume = 0;
  Vec3 centroid, momentum, angular_momentum;
  double kinetic = 0, elastic = 0, gravity = 0;
  double measured_mass = 0;
  Vec3 measured_momentum, measured_angular_momentum;
  double gravity_work = 0, contact_work = 0;
  int repaired_nodes = 0, clamped_points = 0;
  EnergyRecord energy;
  DriftRecord drift;
};

inline constexpr auto own_body_fields = std::to_array<RecordField<BodyRecord>>({
    {"body", at<&BodyRecord::body>, "", "its name"},
    {"mass", at<&BodyRecord::mass>, "kg", "of its nodes"},
    {"volume", at<&BodyRecord::volume>, "m^3", "of its deformed shape"},
    {"centroid", at<&BodyRecord::centroid>, "m", "centre of mass"},
    {"momentum", at<&BodyRecord::momentum>, "kg m/s", "as its ledger has it"},
    {"angular_momentum", at<&BodyRecord::angular_momentum>, "kg m^2/s",
     "about the origin, as its ledger has it"},
    {"kinetic", at<&BodyRecord::kinetic>, "J", "kinetic energy, in the middle of the step"},
    {"elastic", at<&BodyRecord::elastic>, "J", "elastic energy, in the middle of the step, too"},
    {"gravity", at<&BodyRecord::gravity>, "J",
     "potential energy in gravity as it is then, 0 at the origin"},
    {"measured_mass", at<&BodyRecord::measured_mass>, "kg",
     "of its nodes, before it is scaled to the ledger's"},
    {"measured_momentum", at<&BodyRecord::measured_momentum>, "kg m/s",
     "of its nodes, before the ledger's is restored"},
    {"measured_angular_momentum", at<&BodyRecord::measured_angular_momentum>, "kg m^2/s",
     "of its nodes about the origin, before the ledger's is restored"},
    {"gravity_work", at<&BodyRecord::gravity_work>, "J",
     "done by gravity on the body since the start"},
    {"contact_work", at<&BodyRecord::contact_work>, "J",
     "done by contacts on the body since the start"},
    {"repaired_nodes", at<&BodyRecord::repaired_nodes>, "-",
     "nodes half of whose octants are inverted: their map is extrapolated anew"},
    {"clamped_points", at<&BodyRecord::clamped_points>, "-",
     "quadrature points whose map is inverted, left out: without stress and mass"},
});
inline constexpr auto body_fields =
    joined(own_body_fields, energy_fields<&BodyRecord::energy>, drift_fields<&BodyRecord::drift>);

/// What a partner did to a body since the frame before: the rest of a row of contacts.csv.
struct ContactRecord {
  std::string body, partner;
  Vec3 force, torque, friction_force;
};

inline constexpr RecordField<ContactRecord> contact_fields[] = {
    {"body", at<&ContactRecord::body>, "", "on which the force acts"},
    {"partner", at<&ContactRecord::partner>, "", "the body or obstacle that exerts it"},
    {"force", at<&ContactRecord::force>, "N",
     "of the partner on the body, mean since the frame before; that on the partner is opposite"},
    {"torque", at<&ContactRecord::torque>, "N m",
     "mean since the frame before, about the centroid of the body at the frame"},
    {"friction_force", at<&ContactRecord::friction_force>, "N",
     "the part of the force that friction makes; the rest is normal to the surfaces"},
};

/// A region of a body in a frame: the rest of a row of regions.csv.
struct RegionRecord {
  std::string body, region;
  double mass = 0;
  Vec3 centroid, displacement;
  Vec3 load_force, load_torque, reaction_force, reaction_torque;
  double load_work = 0, hold_work = 0;
  double cavity_volume = 0, pressure = 0;
};

inline constexpr RecordField<RegionRecord> region_fields[] = {
    {"body", at<&RegionRecord::body>, "", "whose region it is"},
    {"region", at<&RegionRecord::region>, "", "its name"},
    {"mass", at<&RegionRecord::mass>, "kg", "of the body's nodes in it"},
    {"centroid", at<&RegionRecord::centroid>, "m", "centre of that mass"},
    {"displacement", at<&RegionRecord::displacement>, "m",
     "mean of its material's way since the start, by mass"},
    {"load_force", at<&RegionRecord::load_force>, "N", "of its loads, mean since the frame before"},
    {"load_torque", at<&RegionRecord::load_torque>, "N m",
     "likewise, about the centroid at the frame"},
    {"reaction_force", at<&RegionRecord::reaction_force>, "N",
     "of what holds it on the body, mean since the frame before"},
    {"reaction_torque", at<&RegionRecord::reaction_torque>, "N m",
     "likewise, about the centroid at the frame"},
    {"load_work", at<&RegionRecord::load_work>, "J", "of its loads since the start"},
    {"hold_work", at<&RegionRecord::hold_work>, "J", "of what holds it since the start"},
    {"cavity_volume", at<&RegionRecord::cavity_volume>, "m^3",
     "of its hollow before the last step, or at the start; 0 where it is no `cavity`"},
    {"pressure", at<&RegionRecord::pressure>, "Pa",
     "on its surface in the last step, that of gas beyond the one outside included"},
};

/// A row of joints.csv.
struct JointRecord {
  std::string joint;
  Vec3 place;
  double angle = 0, rate = 0, drive_torque = 0, drive_work = 0;
  Vec3 force, torque;
};

inline constexpr RecordField<JointRecord> joint_fields[] = {
    {"joint", at<&JointRecord::joint>, "", "its name"},
    {"place", at<&JointRecord::place>, "m", "where it is"},
    {"angle", at<&JointRecord::angle>, "rad",
     "by which a hinge has turned since the start, the first body against the second or space"},
    {"rate", at<&JointRecord::rate>, "rad/s", "of that in the last step"},
    {"drive_torque", at<&JointRecord::drive_torque>, "N m",
     "about its axis of `torque` and of its motor, mean since the frame before"},
    {"drive_work", at<&JointRecord::drive_work>, "J", "of these since the start"},
    {"force", at<&JointRecord::force>, "N",
     "of the joint on its first body, mean since the frame before"},
    {"torque", at<&JointRecord::torque>, "N m", "likewise, about the joint, the drive's left out"},
};

}  // namespace eulersolid
