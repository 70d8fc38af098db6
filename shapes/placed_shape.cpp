#include "shapes/placed_shape.h"

#include <cassert>

namespace eulersolid {

namespace {

/// Half the extent along the direction that has the coordinates `row` in a box's own frame.
double box_extent(Vec3 row, Vec3 half) {
  return std::fabs(row.x) * half.x + std::fabs(row.y) * half.y + std::fabs(row.z) * half.z;
}

double half_extent(const Shape& shape, Vec3 row) {
  switch (shape.kind) {
    case ShapeKind::sphere:
      return shape.radius;
    case ShapeKind::box:
      return box_extent(row, shape.half);
    case ShapeKind::cylinder:
      return std::sqrt(row.x * row.x + row.y * row.y) * shape.radius +
             std::fabs(row.z) * shape.half_length;
    case ShapeKind::sampled:
      return box_extent(row, 0.5 * (shape.samples.solid.high - shape.samples.solid.low));
    case ShapeKind::plane:
      break;
  }
  assert(!"a plane has no extent");
  return 0;
}

/// Middle of the shape's box: the position itself, to the last bit, where the shape is centred.
Vec3 middle(const PlacedShape& placed) {
  if (placed.shape.kind != ShapeKind::sampled) return placed.pose.position;
  const SolidMeasures& solid = placed.shape.samples.solid;
  return to_world(placed.pose, 0.5 * (solid.low + solid.high));
}

}  // namespace

Bounds bounds(const PlacedShape& placed) {
  Vec3 half;
  for (int axis = 0; axis < 3; ++axis)
    half[axis] = half_extent(placed.shape, placed.pose.rotation[axis]);
  const Vec3 centre = middle(placed);
  return {centre - half, centre + half};
}

Extent extent_along(const PlacedShape& placed, Vec3 direction) {
  const double half = half_extent(placed.shape, transpose(placed.pose.rotation) * direction);
  const double centre = dot(middle(placed), direction);
  return {centre - half, centre + half};
}

Vec3 centroid(const PlacedShape& placed) {
  if (placed.shape.kind != ShapeKind::sampled) return placed.pose.position;
  return to_world(placed.pose, placed.shape.samples.solid.centroid);
}

}  // namespace eulersolid
