#include "shapes/placed_shape.h"

#include <algorithm>
#include <cassert>

namespace eulersolid {

namespace {

/// Half the extent along the direction that has the coordinates `row` in a box's own frame.
double box_extent(Vec3 row, Vec3 half) {
  return std::fabs(row.x) * half.x + std::fabs(row.y) * half.y + std::fabs(row.z) * half.z;
}

/// How far a shape reaches from the middle of its box along the direction that has the coordinates
/// `row` in its own frame.
double reach(const Shape& shape, Vec3 row) {
  const double aside = std::sqrt(row.x * row.x + row.y * row.y), along = std::fabs(row.z);
  switch (shape.kind) {
    case ShapeKind::sphere:
      return shape.radius;
    case ShapeKind::box:
      return box_extent(row, shape.half);
    case ShapeKind::cylinder:
      return aside * shape.radius + along * shape.half_length;
    case ShapeKind::capsule:
      return shape.radius + along * (shape.half_length - shape.radius);
    case ShapeKind::cone:
      return std::max(aside * shape.radius - row.z * shape.half_length,
                      aside * shape.radius2 + row.z * shape.half_length);
    case ShapeKind::torus:
      return aside * shape.radius + shape.radius2;
    case ShapeKind::ellipsoid:
      return norm({row.x * shape.half.x, row.y * shape.half.y, row.z * shape.half.z});
    case ShapeKind::rounded_box:
      return box_extent(row, shape.half - shape.radius2 * Vec3{1, 1, 1}) + shape.radius2;
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

/// Of a cone cut off, above the middle of its axis [m].
double centroid_height(const Shape& cone) {
  const double lower = cone.radius * cone.radius, upper = cone.radius2 * cone.radius2,
               both = cone.radius * cone.radius2;
  return 0.5 * cone.half_length * (3 * upper + 2 * both + lower) / (upper + both + lower) -
         cone.half_length;
}

}  // namespace

Bounds bounds(const PlacedShape& placed) {
  Vec3 below, above;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 row = placed.pose.rotation[axis];
    below[axis] = reach(placed.shape, -1 * row), above[axis] = reach(placed.shape, row);
  }
  const Vec3 centre = middle(placed);
  return {centre - below, centre + above};
}

Extent extent_along(const PlacedShape& placed, Vec3 direction) {
  const Vec3 row = transpose(placed.pose.rotation) * direction;
  const double centre = dot(middle(placed), direction);
  return {centre - reach(placed.shape, -1 * row), centre + reach(placed.shape, row)};
}

Vec3 centroid(const PlacedShape& placed) {
  if (placed.shape.kind == ShapeKind::cone)
    return to_world(placed.pose, {0, 0, centroid_height(placed.shape)});
  if (placed.shape.kind != ShapeKind::sampled) return placed.pose.position;
  return to_world(placed.pose, placed.shape.samples.solid.centroid);
}

}  // namespace eulersolid
