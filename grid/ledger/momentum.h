#pragma once

#include "grid/state.h"
#include "kernels/math/mat3.h"

ES_BEGIN

/// What the active nodes hold.
Momentum measure(const BodyState& state, const BodyDerived& derived, const GridSpec& grid);

/// Kinetic energy of the active nodes [J].
double kinetic_energy(Span<const int> active, Span<const double> mass, Span<const Vec3> v);

/// Inertia about the centroid [kg m^2].
Mat3 inertia(const Momentum& m);

/// The rigid motion of the body's mass and inertia that has the given momenta about its centroid.
RigidMotion rigid_motion(const Momentum& now, Vec3 linear, Vec3 central_angular);

/// Adds to the velocities of the active nodes the rigid field that gives the body the ledger's
/// linear momentum and spin (angular momentum about the centroid): what masses transport leaves,
/// and what the new map has, differ by a little.
/// Each where numerics ask for it.
/// @param now  the momentum as measured
/// @return what was added; of the spin also where the nodes lie on a line and cannot take it
RestoredMomentum restore_momentum(BodyState& state, const BodyDerived& derived,
                                  const GridSpec& grid, const Momentum& now);

/// Largest speed over the active nodes [m/s]; infinite when any velocity is not finite.
double largest_speed(const BodyState& state, const BodyDerived& derived);

ES_END
