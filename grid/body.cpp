#include "grid/body.h"

#include "grid/advection.h"
#include "grid/layers.h"
#include "grid/window.h"
#include "kernels/core/error.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

/// A larger part of a body's nodes in tangled cells is past repair.
constexpr double most_repaired = 0.2;

/// Part by which a body's energy may exceed its ledger: most of the excess under load is an error
/// of the quadrature that goes away with the load, and taking it would cost restitution.
constexpr double allowed_gain = 0.01;

/// Largest part of the kinetic energy of deformation that a body may lose to its ledger while a
/// wave crosses one cell. What is left of an excess is forgiven: under a slow load there is hardly
/// any motion to take it from, and taking that would hold the body like glue.
constexpr double largest_damping = 0.4;

Window window_around(const LevelSet& shape, const GridSpec& grid) {
  const Vec3 half = half_extent(shape);
  Int3 first, last;
  for (int axis = 0; axis < 3; ++axis) {
    const double low = (shape.centre[axis] - half[axis] - grid.origin[axis]) / grid.h;
    const double high = (shape.centre[axis] + half[axis] - grid.origin[axis]) / grid.h;
    first[axis] = int(std::floor(low)) - margin;
    last[axis] = int(std::ceil(high)) + margin;
  }
  const Int3 size = last - first;
  return {first, {size.x + 1, size.y + 1, size.z + 2}};  // a plane to spare, see window.cpp
}

/// Undeformed, with the velocity of a rigid body, on the whole window.
void start_rigid(BodyFields& body, const GridSpec& grid, const BodySetup& setup) {
  const Span<Vec3> v = body.v.span();
  const Span<std::int8_t> layers = body.layers.span();
  const Window window = body.window;
  const Vec3 centre = setup.shape.centre, velocity = setup.velocity, spin = setup.angular_velocity;
  parallel_for(v.size, [=] ES_DEVICE(Index n) {
    v[n] = velocity + cross(spin, grid.position(window.to_grid(n)) - centre);
    layers[n] = 1;
  });
}

/// out = v + step (f/m + g) + part r on the active nodes, with r the change of velocity that
/// contact made in the last step; out may be v.
void kick(const BodyFields& body, double step, Vec3 gravity, double part, Span<const Vec3> v,
          Span<Vec3> out) {
  const Span<const int> active = body.active.span();
  const Span<const Vec3> force = body.force.span(), reaction = body.reaction.span();
  const Span<const double> mass = body.mass.span();
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    const Index node = active[a];
    out[node] = v[node] + step * ((1 / mass[node]) * force[node] + gravity) + part * reaction[node];
  });
}

void copy_listed(Span<const int> list, Span<const Vec3> from, Span<Vec3> to) {
  parallel_for(list.size, [=] ES_DEVICE(Index i) { to[list[i]] = from[list[i]]; });
}

void scale_listed(Span<const int> list, double factor, Span<double> values) {
  parallel_for(list.size, [=] ES_DEVICE(Index i) { values[list[i]] *= factor; });
}

/// from = value - from at the listed nodes.
void take_difference(Span<const int> list, Span<const Vec3> value, Span<Vec3> from) {
  parallel_for(list.size,
               [=] ES_DEVICE(Index i) { from[list[i]] = value[list[i]] - from[list[i]]; });
}

/// What the outside did to a body in a step, with the mean velocities (v^t + v^{t+1}) / 2.
struct ExternalWork {
  double contact = 0;  ///< by the contact impulses m r [J]
  Vec3 momentum;       ///< mean momentum, whose product with g dt is the work of gravity [kg m/s]

  ES_HD ExternalWork operator+(const ExternalWork& o) const {
    return {contact + o.contact, momentum + o.momentum};
  }
};

ExternalWork external_work(const BodyFields& body) {
  const Span<const int> active = body.active.span();
  const Span<const Vec3> r = body.reaction.span(), before = body.before.span(), v = body.v.span();
  const Span<const double> mass = body.mass.span();
  return sum<ExternalWork>(active.size, [=] ES_DEVICE(Index a) -> ExternalWork {
    const Index n = active[a];
    const Vec3 mean = (0.5 * mass[n]) * (before[n] + v[n]);
    return {dot(r[n], mean), mean};
  });
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

}  // namespace

Body::Body(const BodySetup& setup, const GridSpec& grid)
    : name_(setup.name), grid_(grid), shape_(setup.shape), material_(setup.material) {
  open_window(fields_, window_around(shape_, grid_));
  start_rigid(fields_, grid_, setup);
  evaluate_level_set(fields_, grid_, shape_, 0);
  geometry_ = integrate_cells(fields_, grid_, shape_, material_);
  if (fields_.active.empty()) {
    throw InputError("[body \"" + name_ + "\"] is too small for the grid: no node of cell size " +
                     number(grid_.h) + " m has a tenth of a cell's mass; use smaller cells");
  }
  mass_ = material_.density * volume(shape_);
  update_layers(fields_);
  settle_mass();
  const Mat3 I = inertia(measure(fields_, grid_));
  centre_ = shape_.centre;
  linear_ = mass_ * setup.velocity;
  angular_ = cross(centre_, linear_) + I * setup.angular_velocity;
  restore();
  energy_ = momentum_.kinetic + geometry_.energy;
  elastic_ = geometry_.energy;
}

void Body::kick_and_advect(double dt, Vec3 gravity) {
  fields_.before.copy_from(fields_.v.span());
  const double part = last_dt_ > 0 ? 0.5 * dt / last_dt_ : 0;
  kick(fields_, 0.5 * dt, gravity, part, fields_.v.span(), fields_.kicked.span());
  extrapolate(fields_, fields_.kicked.span(), 2);
  advect(fields_, grid_, Carried::velocity, fields_.kicked.span(), fields_.kicked.span(), dt,
         (0.5 * dt / mass_) * linear_, fields_.traced.span(), fields_.v.span());
  kick(fields_, 0.5 * dt, gravity, -part, fields_.v.span(), fields_.v.span());
  last_dt_ = dt;
  gravity_ = gravity;
  fields_.reaction.resize_zero(fields_.v.size());
  copy_listed(fields_.active.span(), fields_.v.span(), fields_.reaction.span());
  receive((dt * mass_) * gravity, (dt * mass_) * cross(centre_, gravity));
}

void Body::receive(Vec3 impulse, Vec3 angular_impulse) {
  linear_ += impulse;
  angular_ += angular_impulse;
}

void Body::move(double dt) {
  check(dt);
  take_difference(fields_.active.span(), fields_.v.span(), fields_.reaction.span());
  const ExternalWork work = external_work(fields_);
  contact_work_ = work.contact;
  energy_ += work.contact + dt * dot(gravity_, work.momentum);
  const double elastic_before = geometry_.energy;
  centre_ += (dt / mass_) * linear_;
  advance_map(dt);
  settle_energy(elastic_before);
}

void Body::advance_map(double dt) {
  extrapolate(fields_, fields_.v.span(), 2);
  advect(fields_, grid_, Carried::displacement, fields_.u.span(), fields_.v.span(), dt,
         (-0.5 * dt / mass_) * linear_, fields_.traced.span(), fields_.kicked.span());
  copy_listed(fields_.active.span(), fields_.kicked.span(), fields_.u.span());
  extrapolate(fields_, fields_.u.span(), layer::last);
  recentre_window(fields_);
  update_geometry(dt);
}

void Body::update_geometry(double dt) {
  evaluate_level_set(fields_, grid_, shape_, dt);
  geometry_ = integrate_cells(fields_, grid_, shape_, material_);
  if (fields_.active.empty()) {
    throw SimulationError("body \"" + name_ + "\": no grid node has enough mass left");
  }
  if (geometry_.repaired > most_repaired * double(fields_.active.size() + geometry_.repaired)) {
    throw SimulationError("body \"" + name_ + "\": the reference map is tangled at " +
                          std::to_string(geometry_.repaired) + " of " +
                          std::to_string(fields_.active.size() + geometry_.repaired) +
                          " nodes, det(grad X) down to " + number(geometry_.least_det) +
                          "; use smaller cells, smaller steps, or a stiffer material");
  }
  update_layers(fields_);
  settle_mass();
  restore();
}

void Body::settle_mass() {
  hand_over(fields_, 0.25 * least_mass_fraction * material_.density * grid_.h * grid_.h * grid_.h);
  momentum_ = measure(fields_, grid_);
  raw_mass_ = momentum_.mass;
  scale_listed(fields_.active.span(), mass_ / raw_mass_, fields_.mass.span());
}

void Body::restore() {
  const Vec3 spin = angular_ - cross(centre_, linear_);
  missing_ = restore_momentum(fields_, grid_, linear_, spin);
  momentum_ = measure(fields_, grid_);
}

void Body::settle_energy(double elastic_before) {
  elastic_ = 0.5 * (elastic_before + geometry_.energy);
  const double excess = momentum_.kinetic + elastic_ - (1 + allowed_gain) * energy_;
  damped_ = 0;
  if (excess <= 0) return;
  const double most = largest_damping * geometry_.speed * last_dt_ / grid_.h;
  damped_ = damp_deformation(fields_, grid_, momentum_, excess, most);
  momentum_.kinetic -= damped_;
  energy_ += (excess - damped_) / (1 + allowed_gain);
}

double Body::speed() const { return largest_speed(fields_); }

void Body::check(double dt) const {
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
  return {fields_.window,        fields_.phi.span(),   fields_.layers.span(),
          fields_.dof.span(),    fields_.slave.span(), fields_.fits.span(),
          fields_.active.span(), fields_.mass.span(),  fields_.v.span()};
}

Body::Extended Body::extended() {
  fields_.traced.copy_from(fields_.u.span());
  fields_.kicked.copy_from(fields_.v.span());
  extrapolate(fields_, fields_.traced.span(), layer::last);
  extrapolate(fields_, fields_.kicked.span(), layer::last);
  return {fields_.traced.span(), fields_.kicked.span()};
}

ES_END
