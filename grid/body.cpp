#include "grid/body.h"

#include <cmath>
#include <cstdio>

#include "grid/advection.h"
#include "grid/kick.h"
#include "grid/layers.h"
#include "grid/ledger/momentum.h"
#include "grid/node_list.h"
#include "grid/quadrature/geometry.h"
#include "grid/window.h"
#include "kernels/core/error.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

Window window_of(const PlacedShape& shape, const GridSpec& grid) {
  const Bounds box = bounds(shape);
  Int3 low, high;
  for (int axis = 0; axis < 3; ++axis) {
    const double first = (box.low[axis] - grid.origin[axis]) / grid.h;
    const double last = (box.high[axis] - grid.origin[axis]) / grid.h;
    low[axis] = int(std::floor(first));
    high[axis] = int(std::ceil(last));
  }
  return window_around(low, high);
}

/// Undeformed, with the velocity of a rigid body, on the whole window.
void start_rigid(BodyState& state, const GridSpec& grid, const BodySetup& setup) {
  const Span<Vec3> v = state.v.span();
  const Span<std::int8_t> layers = state.layers.span();
  const Window window = state.window;
  const Vec3 centre = centroid(setup.shape), velocity = setup.velocity,
             spin = setup.angular_velocity;
  parallel_for(v.size, [=] ES_DEVICE(Index n) {
    v[n] = velocity + cross(spin, grid.position(window.to_grid(n)) - centre);
    layers[n] = 1;
  });
}

void scale_listed(Span<const int> list, double factor, Span<double> values) {
  parallel_for(list.size, [=] ES_DEVICE(Index i) { values[list[i]] *= factor; });
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

}  // namespace

Body::Body(const BodySetup& setup, const GridSpec& grid, const Corrections& corrections)
    : name_(setup.name),
      grid_(grid),
      shape_{samples_.upload(setup.shape.shape), setup.shape.pose},
      material_(setup.material),
      corrections_(corrections) {
  open_window(window_of(shape_, grid_), state_, derived_, work_);
  start_rigid(state_, grid_, setup);
  evaluate_level_set(state_, work_, grid_, shape_, 0);
  BodyTotals& totals = state_.totals;
  totals.geometry = integrate_cells(state_, derived_, work_, grid_, shape_, material_);
  if (derived_.active.empty()) {
    throw InputError("[body \"" + name_ + "\"] is too small for the grid: no node of cell size " +
                     number(grid_.h) + " m has a tenth of a cell's mass; use smaller cells");
  }
  ledger().mass = material_.density * volume(shape_.shape);
  update_layers(state_, derived_, work_);
  settle_mass();
  const Mat3 I = inertia(measure(state_, derived_, grid_));
  ledger().centre = centroid(shape_);
  ledger().linear = ledger().mass * setup.velocity;
  ledger().angular = cross(ledger().centre, ledger().linear) + I * setup.angular_velocity;
  settle_momentum();
  ledger().energy = totals.momentum.kinetic + totals.geometry.energy;
  totals.elastic = totals.geometry.energy;
}

void Body::kick_and_advect(double dt, Vec3 gravity) {
  BodyState& s = state_;
  const double last_dt = s.last_dt, part = last_dt > 0 ? 0.5 * dt / last_dt : 0;
  work_.before.copy_from(s.v.span());
  const Span<Vec3> kicked = work_.vector1.span(), traced = work_.vector2.span();
  kick(s, derived_, 0.5 * dt, gravity, part, s.v.span(), kicked);
  extrapolate(s, derived_, kicked, 2);
  advect(s.window, derived_, grid_, Carried::velocity, kicked, kicked, dt,
         (0.5 * dt / ledger().mass) * ledger().linear, traced, s.v.span());
  kick(s, derived_, 0.5 * dt, gravity, -part, s.v.span(), s.v.span());
  s.last_dt = dt;
  note_velocities(s, derived_);
  receive((dt * ledger().mass) * gravity, (dt * ledger().mass) * cross(ledger().centre, gravity));
}

void Body::move(double dt, Vec3 gravity) {
  check_motion(dt);
  take_reaction(state_, derived_);
  const ExternalWork work = external_work(state_, derived_, work_.before.span());
  state_.totals.contact_work = work.contact;
  ledger().energy += work.contact + dt * dot(gravity, work.momentum);
  const double elastic_before = state_.totals.geometry.energy;
  ledger().drift(dt);
  advance_map(dt);
  settle_energy(elastic_before, dt);
}

void Body::advance_map(double dt) {
  BodyState& s = state_;
  const Span<Vec3> carried = work_.vector1.span(), traced = work_.vector2.span();
  extrapolate(s, derived_, s.v.span(), 2);
  advect(s.window, derived_, grid_, Carried::displacement, s.u.span(), s.v.span(), dt,
         (-0.5 * dt / ledger().mass) * ledger().linear, traced, carried);
  copy_listed(derived_.active.span(), carried, s.u.span());
  extrapolate(s, derived_, s.u.span(), layer::last);
  recentre_window(state_, derived_, work_);
  update_geometry(dt);
}

void Body::update_geometry(double dt) {
  evaluate_level_set(state_, work_, grid_, shape_, dt);
  state_.totals.geometry = integrate_cells(state_, derived_, work_, grid_, shape_, material_);
  check_geometry();
  update_layers(state_, derived_, work_);
  settle_mass();
  settle_momentum();
}

void Body::check_geometry() const {
  const GeometryReport& geometry = state_.totals.geometry;
  const Index nodes = derived_.active.size() + geometry.repaired;
  if (derived_.active.empty()) {
    throw SimulationError("body \"" + name_ + "\": no grid node has enough mass left");
  }
  if (geometry.repaired > most_repaired * double(nodes)) {
    throw SimulationError("body \"" + name_ + "\": the reference map is tangled at " +
                          std::to_string(geometry.repaired) + " of " + std::to_string(nodes) +
                          " nodes, det(grad X) down to " + number(geometry.least_det) +
                          "; use smaller cells, smaller steps, or a stiffer material");
  }
}

void Body::settle_mass() {
  const double cell_mass = material_.density * grid_.h * grid_.h * grid_.h;
  hand_over(state_, derived_, work_, kept_mass_fraction * least_mass_fraction * cell_mass);
  BodyTotals& totals = state_.totals;
  totals.measured = totals.momentum = measure(state_, derived_, grid_);
  if (!corrections_.mass) return;
  scale_listed(derived_.active.span(), ledger().mass / totals.measured.mass, state_.mass.span());
}

void Body::settle_momentum() {
  const Momentum now = measure(state_, derived_, grid_);
  state_.totals.missing = restore_momentum(state_, derived_, grid_, now, corrections_);
  state_.totals.momentum = measure(state_, derived_, grid_);
}

void Body::settle_energy(double elastic_before, double dt) {
  BodyTotals& totals = state_.totals;
  totals.elastic = 0.5 * (elastic_before + totals.geometry.energy);
  totals.damped = totals.forgiven = 0;
  const double energy = totals.momentum.kinetic + totals.elastic;
  const double excess = energy - (1 + allowed_gain) * ledger().energy;
  if (excess <= 0 || !corrections_.energy) return;
  const double most = largest_damping * totals.geometry.speed * dt / grid_.h;
  totals.damped = damp_deformation(state_, derived_, grid_, totals.momentum, excess, most);
  totals.forgiven = (excess - totals.damped) / (1 + allowed_gain);
  totals.momentum.kinetic -= totals.damped;
  ledger().energy += totals.forgiven;
}

double Body::speed() const { return largest_speed(state_, derived_); }

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

BodyView Body::view() {
  return {state_.window,          state_.phi.span(),     state_.layers.span(),
          derived_.dof.span(),    derived_.slave.span(), derived_.fits.span(),
          derived_.active.span(), state_.mass.span(),    state_.v.span()};
}

void Body::set_state(const HostState& state) {
  from_host(state, state_);
  resize_by_node(state_.window, derived_, work_);
  list_active(state_, derived_, work_);
  update_layers(state_, derived_, work_);
}

Body::Extended Body::extended() {
  work_.vector1.copy_from(state_.u.span());
  work_.vector2.copy_from(state_.v.span());
  extrapolate(state_, derived_, work_.vector1.span(), layer::last);
  extrapolate(state_, derived_, work_.vector2.span(), layer::last);
  return {work_.vector1.span(), work_.vector2.span()};
}

ES_END
