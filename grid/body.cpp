#include "grid/body.h"

#include <cmath>
#include <cstdio>

#include "grid/layers/fits.h"
#include "grid/layers/layers.h"
#include "grid/ledger/energy.h"
#include "grid/ledger/momentum.h"
#include "grid/materials/constants.h"
#include "grid/motion/kick.h"
#include "grid/motion/momentum.h"
#include "grid/motion/start_body.h"
#include "grid/motion/transport.h"
#include "grid/node_box.h"
#include "grid/node_list.h"
#include "grid/quadrature/constants.h"
#include "grid/quadrature/geometry.h"
#include "grid/quadrature/momentum_flux.h"
#include "kernels/core/error.h"
#include "shapes/join_bounds.h"

ES_BEGIN

namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

}  // namespace

Body::Body(const BodySetup& setup, const GridSpec& grid)
    : name_(setup.name),
      grid_(grid),
      shape_{samples_.upload(setup.shape.shape), setup.shape.pose},
      materials_(setup.material, placed_materials(setup.regions)),
      is_rigid_(setup.is_rigid) {
  const NodeBox node_box = node_box_of(image(setup.place, bounds(setup.shape)), grid_);
  const WorkspaceLoan loan(pool_, kept_, node_box);
  open_node_box(node_box, state_, derived_, *loan);
  const std::vector<RestFace> faces = points_.make(setup.shape, grid_.h);
  if (!setup.regions.empty()) {
    regions_.make(name_, setup.regions, points_.rest, faces);
    activate(setup.actions);
  }
  state_.points.copy_from(points_.rest.span());
  materials_.note_surface(points_.rest.to_host());
  history_.make(setup.shape, materials_, grid_.h, setup.place, state_);
  const MassAtRest at_rest = materials_.at_rest(setup.shape);
  start_linear(state_, grid_,
               {setup.place, setup.place.at(at_rest.centre), setup.velocity, setup.angular_velocity,
                setup.velocity_gradient});
  integrate_given_map(*loan);
  if (derived_.active.empty()) {
    throw InputError("[body \"" + name_ + "\"] is too small for the grid: no node of cell size " +
                     number(grid_.h) + " m has " + number(grid_.numerics.min_mass_fraction) +
                     " of a cell's mass; use smaller cells");
  }
  ledger().mass = at_rest.mass;
  ledger().rest_speed = rest_part * materials_.min_wave_speed();
  ledger().centre = setup.place.at(at_rest.centre);
  const double factor = renew_layers(*loan);
  const Mat3 I = inertia(measure(state_, derived_, grid_));
  ledger().linear = ledger().start_linear = ledger().mass * setup.velocity;
  ledger().angular = cross(ledger().centre, ledger().linear) + I * setup.angular_velocity +
                     angular_momentum_of(setup.velocity_gradient, I);
  settle_momentum(factor);
  regions_.require_right(name_, state_, derived_, grid_);
  BodyTotals& totals = state_.totals;
  totals.elastic = totals.geometry.energy;
  ledger().energy.start = totals.momentum.kinetic + totals.elastic;
  ledger().note_energy(ledger().energy.start);
}

void Body::kick(double dt, Vec3 gravity, const std::vector<RegionAction>& actions) {
  laps_.start();
  const WorkspaceLoan work = borrow();
  BodyState& s = state_;
  const double kick_dt = 0.5 * (s.last_dt + dt);
  work->before.copy_from(s.v.span());
  eulersolid::kick(s, derived_, kick_dt, gravity);
  const Vec3 impulse = (kick_dt * ledger().mass) * gravity;
  ledger().receive(impulse, cross(ledger().centre, impulse));
  pushed_ = {};
  s.totals.approach = 0;
  if (!regions_.empty()) {
    activate(actions);
    const RegionEffect effect =
        regions_.act(actions, s, derived_, *work, grid_, s.points.span(), kick_dt);
    receive(effect.impulse, effect.torque);
  }
  laps_.add_to(seconds_.kick);
}

void Body::activate(const std::vector<RegionAction>& actions) {
  regions_.each_activated(actions, [&](std::size_t material, const RegionAction& action) {
    materials_.activate(material, action.activation, action.activation_before);
  });
}

void Body::move(double dt, Vec3 gravity) {
  BodyTotals& totals = state_.totals;
  laps_.start();
  const WorkspaceLoan work = borrow();
  const KickedEnergy kicked = settle_kick(dt, gravity, work->before.span());
  laps_.add_to(seconds_.ledger);
  const double elastic = totals.geometry.energy;  // with what activation did at the step's start
  const double viscous_power = totals.geometry.viscous_power;
  const double artificial_power = totals.geometry.artificial_power;
  advance_map(dt, kicked.kinetic, *work);
  EnergyFlows& energy = ledger().energy;
  const GeometryReport& now = totals.geometry;
  const double gained = now.energy - now.activated - elastic;
  const double new_power = internal_power(state_, derived_);
  // Flow takes what its stress would have done in half a step less than it takes of the energy.
  const double lost = lost_to_viscosity(dt, viscous_power, now.viscous_power) + now.flowed -
                      0.5 * dt * now.flow_power;
  energy.add_motion(lost, lost_to_viscosity(dt, artificial_power, totals.geometry.artificial_power),
                    gained + 0.5 * dt * (kicked.power + new_power) + lost);
  totals.stiffness = (kicked.power - new_power) / dt;
  totals.elastic = elastic + 0.5 * gained + 0.25 * dt * (new_power - kicked.power);
  if (grid_.numerics.return_energy) settle_energy();
  ledger().note_energy(totals.momentum.kinetic + totals.elastic);
  laps_.add_to(seconds_.ledger);
}

/// What gravity, contact and regions did to the energy since the last motion.
KickedEnergy Body::settle_kick(double dt, Vec3 gravity, Span<const Vec3> before) {
  check_motion(dt);
  EnergyFlows& energy = ledger().energy;
  const double kick_dt = 0.5 * (state_.last_dt + dt);
  const KickedEnergy kicked = kicked_energy(state_, derived_, kick_dt, gravity, before);
  energy.gravity += kicked.gravity, energy.contact += kicked.outside;
  if (!regions_.empty()) settle_regions(kick_dt, gravity, before);
  state_.last_dt = dt;
  energy.activation += state_.totals.geometry.activated;
  ledger().advance(dt);
  return kicked;
}

/// Of what was not gravity's.
void Body::settle_regions(double kick_dt, Vec3 gravity, Span<const Vec3> before) {
  const RegionEffect effect = regions_.settle(state_, derived_, grid_, before, kick_dt, gravity);
  receive(effect.impulse, effect.torque);
  EnergyFlows& energy = ledger().energy;
  energy.load += effect.load_work, energy.hold += effect.hold_work;
  energy.contact -= effect.load_work + effect.hold_work;
}

void Body::advance_map(double dt) {
  laps_.start();
  const WorkspaceLoan work = borrow();
  advance_map(dt, kinetic_energy(derived_.active.span(), state_.mass.span(), state_.v.span()),
              *work);
}

void Body::advance_map(double dt, double kinetic, BodyWorkspace& work) {
  EnergyFlows& energy = ledger().energy;
  BodyTotals& totals = state_.totals;
  const Span<const Vec3> v = state_.v.span();
  RigidMotion rigid = rigid_motion(totals.momentum, ledger().linear, ledger().spin());
  rigid.velocity = ledger().velocity();  // whatever the nodes' masses
  advect(dt, work);
  const double advected = kinetic_energy(derived_.active.span(), state_.mass.span(), v);
  laps_.add_to(seconds_.ledger);
  integrate_moved_map(dt, work);
  laps_.add_to(seconds_.integrate);
  advect_momentum(dt, rigid, work);
  laps_.add_to(seconds_.momentum);
  choose_active(state_, derived_, work, grid_, materials_, totals.geometry);
  check_geometry();
  const double factor = renew_layers(work);
  laps_.add_to(seconds_.layers);
  set_velocity(state_, derived_, grid_, rigid, work.momentum.span());
  settle_momentum(factor);
  energy.transport += advected - kinetic;
  energy.masses += totals.unrestored - advected;
  energy.restored += totals.momentum.kinetic - totals.unrestored;
  ledger().note(totals.restored, totals.momentum, pushed_);
}

/// Advects map and velocities by the same interpolation, momentum with the points of before.
void Body::advect(double dt, BodyWorkspace& work) {
  BodyState& s = state_;
  const Span<const int> active = derived_.active.span(), ghosts = derived_.ghosts.span();
  const Span<Vec3> u = work.vector1.span(), v = work.vector2.span(), w = work.vector3.span();
  const double cell_mass = materials_.min_density() * grid_.h * grid_.h * grid_.h;
  extrapolate(s, derived_, s.v.span(), 3);  // tips have points in layer 3
  laps_.add_to(seconds_.extrapolate);
  advect_velocity(s, derived_, grid_, dt, w, v);
  work.before.copy_from(s.v.span());
  work.mass_before.copy_from(s.mass.span());
  advect_map(s, derived_, grid_, dt, v, w, u);
  copy_listed(active, v, s.v.span());
  copy_listed(ghosts, v, s.v.span());
  laps_.add_to(seconds_.advect);
  middle_velocity(s, derived_, work.before.span(), w);
  fill_zero(work.brought.span(), work.momentum.span());
  invert_list(work.cells.span(), work.cell.span());
  add_momentum_flux(s, work, grid_, w, 0.5, work.brought.span(), work.momentum.span());
  laps_.add_to(seconds_.momentum);
  copy_listed(active, u, s.u.span());
  if (!regions_.empty()) regions_.hold_map(s, derived_, grid_);
  extrapolate(s, derived_, s.u.span(), layer::last);
  laps_.add_to(seconds_.extrapolate);
  keep_advected(ghosts, inverted_nodes(work), s.layers.span(), s.mass.span(),
                grid_.numerics.advected_mass_fraction * cell_mass, s.u.span(), u, s.u.span());
  advect_points(s, grid_, dt, points_.rest.span(), s.points.span());
  history_.advance(materials_, grid_, dt, s);
  laps_.add_to(seconds_.advect);
}

/// What the cells of before said; nothing where nothing is inverted.
Span<const std::uint8_t> Body::inverted_nodes(BodyWorkspace& work) {
  if (!grid_.numerics.switch_off_inverted || state_.totals.geometry.inverted == 0) return {};
  flag_inverted(state_, work);
  return work.flags.span();
}

void Body::integrate_moved_map(double dt, BodyWorkspace& work) {
  evaluate_level_set(state_, work, grid_, shape_, points_.advected(state_.points.span()), dt);
  state_.totals.geometry =
      integrate_cells(state_, work, grid_, shape_, materials_, history_.view());
}

/// With the mean of its fluxes before and after: masses then are those of the new map but for
/// dt^3.
void Body::advect_momentum(double dt, const RigidMotion& rigid, BodyWorkspace& work) {
  const Span<double> brought = work.brought.span();
  const Span<Vec3> momentum = work.momentum.span();
  add_momentum_flux(state_, work, grid_, work.vector3.span(), 0.5, brought, momentum);
  work.mass_after.copy_from(state_.mass.span());
  aggregate(state_, derived_, work, {{momentum, {}}, {brought, work.mass_after.span()}});
  own_momentum(state_, derived_, work, grid_, dt, rigid);
}

void Body::integrate_given_map(BodyWorkspace& work) {
  evaluate_level_set(state_, work, grid_, shape_, points_.advected(state_.points.span()), 0);
  GeometryReport& geometry = state_.totals.geometry;
  geometry = integrate_cells(state_, work, grid_, shape_, materials_, history_.view());
  choose_active(state_, derived_, work, grid_, materials_, geometry);
}

/// @return by what the masses were multiplied
double Body::renew_layers(BodyWorkspace& work) {
  const double cell_mass = materials_.min_density() * grid_.h * grid_.h * grid_.h;
  recentre_node_box(state_, derived_, work, grid_.h);
  update_layers(state_, derived_, work);
  regions_.renew(state_, derived_, grid_);
  aggregate(state_, derived_, work,
            {{state_.force.span(), work.momentum.span()}, {state_.mass.span(), {}}});
  const GridNumerics& numerics = grid_.numerics;
  const double least = numerics.kept_mass_fraction * numerics.min_mass_fraction * cell_mass;
  raise_listed(derived_.active.span(), least, state_.mass.span());
  return settle_mass();
}

void Body::check_geometry() const {
  const GeometryReport& geometry = state_.totals.geometry;
  if (derived_.active.empty()) {
    throw SimulationError("body \"" + name_ + "\": no grid node has enough mass left");
  }
  const double part = geometry.left_out / geometry.volume;
  if (part > max_left_out)
    throw SimulationError("body \"" + name_ + "\": the reference map is inverted in " +
                          number(100 * part) + " % of its volume, above " +
                          number(100 * max_left_out) +
                          " %; use smaller cells (--refine), smaller steps, or a stiffer material");
}

void Body::check_motion(double dt) const {
  const double fastest = speed();
  if (!std::isfinite(fastest)) {
    throw SimulationError("body \"" + name_ + "\": the velocity is not finite");
  }
  if (fastest * dt > grid_.h) {
    throw SimulationError("body \"" + name_ + "\": a node moves at " + number(fastest) + " m/s, " +
                          number(fastest * dt / grid_.h) + " cells in a step of " + number(dt) +
                          " s (at most 1): the step is too long, or the motion is unstable");
  }
}

void Body::renew_cell_points(BodyWorkspace& work) {
  renew_points(state_, work, grid_, shape_, materials_, history_.view());
}

ES_END
