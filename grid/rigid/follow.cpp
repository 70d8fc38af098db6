#include <cmath>

#include "grid/body.h"
#include "grid/ledger/momentum.h"
#include "grid/motion/start_body.h"
#include "grid/node_box.h"
#include "kernels/core/error.h"
#include "shapes/join_bounds.h"

ES_BEGIN

namespace {

/// As one whose nodes advected it would have them.
Momentum momentum_of(const RigidPlacement& at, double mass) {
  const Vec3 c = at.motion.centre, p = mass * at.motion.velocity,
             spin = at.inertia * at.motion.spin;
  const Mat3 moments = (0.5 * trace(at.inertia)) * identity3() - at.inertia;
  Momentum m;
  m.mass = mass, m.kinetic = at.kinetic;
  m.abs_momentum = norm(p), m.abs_spin = norm(spin);
  m.first = mass * c, m.linear = p, m.angular = cross(c, p) + spin;
  m.square =
      Vec3{moments[0].x, moments[1].y, moments[2].z} + mass * Vec3{c.x * c.x, c.y * c.y, c.z * c.z};
  m.product =
      Vec3{moments[0].y, moments[0].z, moments[1].z} + mass * Vec3{c.x * c.y, c.x * c.z, c.y * c.z};
  return m;
}

}  // namespace

void Body::follow(const RigidPlacement& at, double dt) {
  if (!std::isfinite(norm(at.motion.centre) + norm(at.motion.velocity) + norm(at.motion.spin)))
    throw SimulationError("body \"" + name_ + "\": its motion is not finite");
  const NodeBox node_box = node_box_of(image(at.place, bounds(shape_)), grid_);
  const WorkspaceLoan work(pool_, kept_, node_box);
  open_node_box(node_box, state_, derived_, *work);
  state_.points.copy_from(points_.rest.span());
  start_linear(state_, grid_,
               {at.place, at.motion.centre, at.motion.velocity, at.motion.spin, Mat3{}});
  integrate_given_map(*work);
  renew_layers(*work);
  state_.last_dt = dt;
  BodyTotals& totals = state_.totals;
  const double volume = totals.geometry.volume;
  totals = {};
  totals.geometry.volume = volume;
  Ledger& own = ledger();
  totals.momentum = totals.measured = momentum_of(at, own.mass);
  totals.unrestored = at.kinetic;
  own.centre = at.motion.centre, own.linear = totals.momentum.linear;
  own.angular = totals.momentum.angular;
  own.energy.viscous += at.flows.damped, own.energy.gravity += at.flows.gravity,
      own.energy.contact += at.flows.contact;
  own.energy.load += at.flows.given;
  own.energy.hold += at.flows.joints + at.flows.attached, own.energy.transport += at.flows.turning;
  own.note_energy(at.kinetic);
}

void Body::start_rigid(const RigidPlacement& at) {
  follow(at, 0);
  Ledger& own = ledger();
  own.start_linear = own.linear,
  own.rest_speed = std::sqrt(2 * earth_gravity * rigid_rest_fall * grid_.h);
  own.energy = {}, own.energy.start = at.kinetic;
  own.note_energy(at.kinetic);
}

ES_END
