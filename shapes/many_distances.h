#pragma once

#include "shapes/placed_shape.h"

namespace eulersolid {

/// Signed distances [m] of `count` points of space, the same as signed_distance() has of each. The
/// shapes that have edges, near which many points are looked at, have a loop of their own: without
/// branches it runs in vector registers.
///
/// @param x  the points [m]; become those of the shape's frame
template <int count>
ES_HD inline void signed_distances(const PlacedShape& placed, Vec3* x, double* distance) {
  const Shape& shape = placed.shape;
  for (int n = 0; n < count; ++n) x[n] = to_local(placed.pose, x[n]);
  if (shape.kind == ShapeKind::box) {
    for (int n = 0; n < count; ++n) distance[n] = box_distance(x[n], shape.half);
  } else if (shape.kind == ShapeKind::cylinder) {
    for (int n = 0; n < count; ++n)
      distance[n] = cylinder_distance(x[n], shape.radius, shape.half_length);
  } else {
    for (int n = 0; n < count; ++n) distance[n] = signed_distance(shape, x[n]);
  }
}

}  // namespace eulersolid
