#pragma once

#include <cmath>
#include <vector>

#include "shapes/placed_shape.h"

namespace eulersolid {

/// Where a ray meets an obstacle.
struct ObstacleHit {
  double distance = INFINITY;             ///< along the ray [m]
  const PlacedShape* obstacle = nullptr;  ///< null when it meets none

  explicit operator bool() const { return obstacle != nullptr; }
};

/// The first obstacle that a ray meets. Planes are seen only from their open side, so that one
/// between the eye and the bodies hides nothing.
/// @param direction  unit
ObstacleHit first_obstacle(const std::vector<PlacedShape>& obstacles, Vec3 from, Vec3 direction);

/// Does a ray meet an obstacle that has an end? Planes do not count.
bool meets_solid(const std::vector<PlacedShape>& obstacles, Vec3 from, Vec3 direction);

/// Outward unit normal of a shape near a point of its surface.
/// @param step  of the difference quotient [m]
Vec3 shape_normal(const PlacedShape& shape, Vec3 at, double step);

}  // namespace eulersolid
