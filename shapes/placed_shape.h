#pragma once

#include "shapes/pose.h"
#include "shapes/shape.h"

namespace eulersolid {

/// A shape somewhere in space.
struct PlacedShape {
  Shape shape;
  Pose pose;  ///< of the shape's frame
};

/// Signed distance [m] of a point of space, negative inside.
ES_HD inline double signed_distance(const PlacedShape& placed, Vec3 x) {
  return signed_distance(placed.shape, to_local(placed.pose, x));
}

/// Corners of the smallest axis-parallel box around something [m].
struct Bounds {
  Vec3 low, high;
};

/// Bounds of a shape that is not a plane: planes have none. Those of a turned sampled shape are
/// the bounds of its own box.
Bounds bounds(const PlacedShape& placed);

/// From where to where something reaches along a direction [m].
struct Extent {
  double low, high;
};

/// Extent of a shape that is not a plane along a unit vector: of x . direction over its points.
/// That of a sampled shape is its own box's.
Extent extent_along(const PlacedShape& placed, Vec3 direction);

/// Centre of the mass of a shape that is not a plane, filled evenly [m].
Vec3 centroid(const PlacedShape& placed);

}  // namespace eulersolid
