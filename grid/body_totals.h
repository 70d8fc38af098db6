#pragma once

#include "kernels/math/vec3.h"

namespace eulersolid {

/// Mass, momenta and energy of a body's active nodes. Angular momentum and moments are about the
/// origin of space.
struct Momentum {
  double mass = 0;          ///< [kg]
  double kinetic = 0;       ///< [J]
  double abs_momentum = 0;  ///< sum of m |v| [kg m/s]
  double abs_spin = 0;      ///< sum of m |r| |v|, r from the ledger's centre of mass [kg m^2/s]
  Vec3 first;               ///< sum of m x [kg m]
  Vec3 linear, angular;     ///< [kg m/s], [kg m^2/s]
  Vec3 square, product;     ///< sums of m (xx, yy, zz) and of m (xy, xz, yz) [kg m^2]

  ES_HD Momentum operator+(const Momentum& o) const {
    return {mass + o.mass,         kinetic + o.kinetic, abs_momentum + o.abs_momentum,
            abs_spin + o.abs_spin, first + o.first,     linear + o.linear,
            angular + o.angular,   square + o.square,   product + o.product};
  }
  /// Of masses that are as many times as large.
  friend Momentum operator*(double s, const Momentum& m) {
    return {s * m.mass,   s * m.kinetic, s * m.abs_momentum, s * m.abs_spin, s * m.first,
            s * m.linear, s * m.angular, s * m.square,       s * m.product};
  }
  Vec3 centroid() const { return mass > 0 ? (1 / mass) * first : Vec3{}; }
};

/// A rigid velocity field about a centre.
struct RigidMotion {
  Vec3 centre, velocity, spin;

  ES_HD Vec3 at(Vec3 x) const { return velocity + cross(spin, x - centre); }
};

/// Totals over the cells of a body.
struct GeometryReport {
  double energy = 0;            ///< elastic [J]
  double volume = 0;            ///< with what is left out [m^3]
  double activated = 0;         ///< of the energy, by the change of activation [J]
  double flowed = 0;            ///< dissipated by the flow of solids with memory [J]
  double flow_power = 0;        ///< of the stress that flow has taken, by the velocities [W]
  double viscous_power = 0;     ///< [W]
  double artificial_power = 0;  ///< of it, by shocks and hourglasses [W]
  double viscosity = 0;         ///< largest kinematic one, of the solid at rest [m^2/s]
  double min_det = 1;           ///< smallest det(grad X) [-]
  double speed = 0;             ///< of pressure waves, at its largest, and of kinks [m/s]
  int inverted = 0;             ///< points that are left out as their map is inverted
  double left_out = 0;          ///< their volume [m^3]
  int repaired = 0;             ///< nodes that cease to be active as half of theirs are
};

/// What was added to the nodes to give them the ledger's momenta.
struct RestoredMomentum {
  Vec3 linear, spin;  ///< [kg m/s], [kg m^2/s]
  double arm = 0;     ///< radius of gyration, r^2 = tr I / 3 m [m]

  /// As one momentum: |dp| + |dS| / r [kg m/s].
  double size() const { return norm(linear) + (arm > 0 ? norm(spin) / arm : 0); }
};

/// What the last step of a body came to.
struct BodyTotals {
  GeometryReport geometry;
  /// As the nodes hold it: masses as the quadrature makes them, velocities as contact and transport
  /// leave them, before anything is restored.
  Momentum measured;
  Momentum momentum;  ///< after the corrections; velocities belong to the middle of the step
  double unrestored =
      0;               ///< kinetic energy with the masses scaled, before momentum is restored [J]
  double elastic = 0;  ///< in the middle of the step [J]
  RestoredMomentum restored;
  double approach = 0;  ///< speed of what is about to hit the body [m/s]
  /// v . K v in the step, by what it has changed the internal forces f by: v . (f - f') / dt [W/s].
  double stiffness = 0;
};

}  // namespace eulersolid
