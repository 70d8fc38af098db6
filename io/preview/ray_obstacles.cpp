#include "io/preview/ray_obstacles.h"

#include <cmath>

namespace eulersolid {

namespace {

double distance_to_plane(const PlacedShape& plane, Vec3 from, Vec3 direction) {
  const double height = signed_distance(plane, from);
  const double descent = -dot(plane.pose.rotation * plane.shape.normal, direction);
  return height > 0 && descent > 0 ? height / descent : INFINITY;
}

/// Steps of the distance to the surface cannot go through it, and near it become small. Only rays
/// that graze an edge need more than a few dozen.
double distance_to_solid(const PlacedShape& solid, Vec3 from, Vec3 direction) {
  constexpr int most_steps = 256;
  const Bounds box = bounds(solid);
  const double size = norm(box.high - box.low);
  const Vec3 way = 0.5 * (box.low + box.high) - from;
  const double nearest = dot(way, direction), aside = dot(way, way) - nearest * nearest;
  if (aside > 0.25 * size * size) return INFINITY;  // passes the sphere around the box
  double gone = std::fmax(0, nearest - 0.5 * size);
  for (int step = 0; step < most_steps && gone <= nearest + 0.5 * size; ++step) {
    const double free = signed_distance(solid, from + gone * direction);
    if (free < 1e-5 * size) return gone;
    gone += free;
  }
  return INFINITY;
}

}  // namespace

ObstacleHit first_obstacle(const std::vector<PlacedShape>& obstacles, Vec3 from, Vec3 direction) {
  ObstacleHit first;
  for (const PlacedShape& obstacle : obstacles) {
    const double distance = obstacle.shape.kind == ShapeKind::plane
                                ? distance_to_plane(obstacle, from, direction)
                                : distance_to_solid(obstacle, from, direction);
    if (distance < first.distance) first = {distance, &obstacle};
  }
  return first;
}

bool meets_solid(const std::vector<PlacedShape>& obstacles, Vec3 from, Vec3 direction) {
  for (const PlacedShape& obstacle : obstacles)
    if (obstacle.shape.kind != ShapeKind::plane &&
        distance_to_solid(obstacle, from, direction) < INFINITY)
      return true;
  return false;
}

Vec3 shape_normal(const PlacedShape& shape, Vec3 at, double step) {
  Vec3 slope;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 aside;
    aside[axis] = step;
    slope[axis] = signed_distance(shape, at + aside) - signed_distance(shape, at - aside);
  }
  return normalized(slope);
}

}  // namespace eulersolid
