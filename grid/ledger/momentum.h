#pragma once

#include "grid/body_fields.h"
#include "kernels/math/mat3.h"

ES_BEGIN

/// Mass, momenta and energy of a body's active nodes. Angular momentum and moments are about the
/// origin of space.
struct Momentum {
  double mass = 0;          ///< [kg]
  double kinetic = 0;       ///< [J]
  double abs_momentum = 0;  ///< sum of m |v| [kg m/s]
  Vec3 first;               ///< sum of m x [kg m]
  Vec3 linear, angular;     ///< [kg m/s], [kg m^2/s]
  Vec3 square, product;     ///< sums of m (xx, yy, zz) and of m (xy, xz, yz) [kg m^2]

  ES_HD Momentum operator+(const Momentum& o) const {
    return {mass + o.mass,     kinetic + o.kinetic, abs_momentum + o.abs_momentum,
            first + o.first,   linear + o.linear,   angular + o.angular,
            square + o.square, product + o.product};
  }
  Vec3 centroid() const { return mass > 0 ? (1 / mass) * first : Vec3{}; }
};

Momentum measure(const BodyFields& body, const GridSpec& grid);

/// Inertia about the centroid [kg m^2].
Mat3 inertia(const Momentum& m);

/// Adds to the velocities of the active nodes the rigid field that gives the body the ledger's
/// linear momentum and spin (angular momentum about the centroid): advection and a changing set of
/// active nodes do not conserve them, impulses do.
/// @return the momentum that was missing [kg m/s]
double restore_momentum(BodyFields& body, const GridSpec& grid, Vec3 linear, Vec3 spin);

/// Slows the motion that is not rigid so that `excess` [J] of kinetic energy leaves the body, but
/// no more than the part `most` of what this motion has. @param now  the body's momentum as
/// measured
/// @return the energy taken [J]
double damp_deformation(BodyFields& body, const GridSpec& grid, const Momentum& now, double excess,
                        double most);

/// Largest speed over the active nodes [m/s]; infinite when any velocity is not finite.
double largest_speed(const BodyFields& body);

ES_END
