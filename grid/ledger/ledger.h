#pragma once

#include "kernels/math/vec3.h"

namespace eulersolid {

/// A body's kinetic and elastic energy at the start, and what has changed it since [J], each
/// measured from before and after its own operation. What should not be there at all is the sum of
/// the last four.
struct EnergyFlows {
  double start = 0;
  double gravity = 0, contact = 0;  ///< work done on the body
  double viscous = 0;               ///< dissipated: counts negative
  double transport = 0;  ///< of kinetic energy, by carrying the velocities, at the old masses
  double masses = 0;     ///< of kinetic energy, by the nodes' new masses
  double restored = 0;   ///< of kinetic energy, by restoring momentum and spin
  double map = 0;        ///< of elastic energy beyond the work of the internal forces ...
  double last_map = 0;   ///< ... and of it in the last step, half of which is not in `map` yet

  bool operator==(const EnergyFlows&) const = default;
  /// Elastic energy belongs to the middle of the step, so it has what happened in half of each.
  void add_map(double change) {
    map += 0.5 * (last_map + change);
    last_map = change;
  }
  /// Energy in the middle of the last step, but for what a change of dt from step to step makes.
  double sum() const {
    return start + gravity + contact - viscous + transport + masses + restored + map;
  }
};

/// What impulses alone decide about one body, whatever the grid makes of its motion; derived in
/// docs/theory.md, "The ledgers". SI units; angular momentum is about the origin of space.
struct Ledger {
  double mass = 0;  ///< [kg]; never changes
  Vec3 centre;      ///< of mass [m]: moves with p / m
  Vec3 linear;      ///< p [kg m/s]: at the start, plus the impulses of gravity and contact
  Vec3 angular;     ///< [kg m^2/s], likewise
  EnergyFlows energy;

  void receive(Vec3 impulse, Vec3 angular_impulse) {
    linear += impulse;
    angular += angular_impulse;
  }
  void drift(double dt) { centre += (dt / mass) * linear; }
  /// Angular momentum about the centre of mass [kg m^2/s].
  Vec3 spin() const { return angular - cross(centre, linear); }
};

}  // namespace eulersolid
