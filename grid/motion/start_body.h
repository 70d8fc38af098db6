#pragma once

#include "grid/state.h"
#include "kernels/math/affine_map.h"

ES_BEGIN

/// Where a body's material is at the start, and how it moves there.
struct LinearStart {
  AffineMap place;
  Vec3 centre;             ///< of its mass there [m]
  Vec3 velocity;           ///< of that [m/s]
  Vec3 angular_velocity;   ///< about it [rad/s]
  Mat3 velocity_gradient;  ///< of what is added to these [1/s]
};

/// Gives all nodes of the node box, and the points of the surface, which are where they are at
/// rest, the displacements and velocities of a start.
void start_linear(BodyState& state, const GridSpec& grid, const LinearStart& start);

/// Angular momentum of a velocity L r about the centre of mass, the sum of m r x L r [kg m^2/s].
/// @param gradient  L [1/s]
/// @param inertia   about the centre of mass [kg m^2]
Vec3 angular_momentum_of(const Mat3& gradient, const Mat3& inertia);

ES_END
