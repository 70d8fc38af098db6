#pragma once

#include "kernels/math/vec3.h"

namespace eulersolid {

/// What impulses alone decide about one body, whatever the grid makes of its motion; derived in
/// docs/theory.md, "The ledgers". SI units; angular momentum is about the origin of space.
struct Ledger {
  double mass = 0;  ///< [kg]; never changes
  Vec3 centre;      ///< of mass [m]: moves with p / m
  Vec3 linear;      ///< p [kg m/s]: at the start, plus the impulses of gravity and contact
  Vec3 angular;     ///< [kg m^2/s], likewise
  double energy =
      0;  ///< kinetic and elastic [J]: at the start, plus the work of gravity and contact

  void receive(Vec3 impulse, Vec3 angular_impulse) {
    linear += impulse;
    angular += angular_impulse;
  }
  void drift(double dt) { centre += (dt / mass) * linear; }
  /// Angular momentum about the centre of mass [kg m^2/s].
  Vec3 spin() const { return angular - cross(centre, linear); }
};

}  // namespace eulersolid
