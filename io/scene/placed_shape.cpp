#include "io/scene/placed_shape.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace eulersolid {

namespace {

double box_distance(Vec3 p, Vec3 size) {
  const Vec3 q{std::fabs(p.x) - size.x / 2, std::fabs(p.y) - size.y / 2,
               std::fabs(p.z) - size.z / 2};
  const Vec3 outside{std::fmax(q.x, 0), std::fmax(q.y, 0), std::fmax(q.z, 0)};
  return norm(outside) + std::fmin(std::fmax(q.x, std::fmax(q.y, q.z)), 0);
}

double cylinder_distance(Vec3 p, double radius, double length) {
  const double side = std::hypot(p.x, p.y) - radius, end = std::fabs(p.z) - length / 2;
  return std::hypot(std::fmax(side, 0), std::fmax(end, 0)) + std::fmin(std::fmax(side, end), 0);
}

/// Half the extent of a shape, turned by `turn`, along axis `axis` of the scene.
double half_extent(const ShapeSpec& shape, const Mat3& turn, int axis) {
  const Vec3 row = turn[axis];
  switch (shape.kind) {
    case ShapeKind::box:
      return (std::fabs(row.x) * shape.size.x + std::fabs(row.y) * shape.size.y +
              std::fabs(row.z) * shape.size.z) /
             2;
    case ShapeKind::cylinder:
      return shape.radius * std::hypot(row.x, row.y) + shape.length / 2 * std::fabs(row.z);
    default:
      return shape.radius;
  }
}

/// An axis-parallel box of space that may hold the deepest point.
struct Block {
  Vec3 centre, half;
};

Block child(const Block& block, int corner) {
  const Vec3 half = 0.5 * block.half;
  const Vec3 step{(corner & 1) != 0 ? half.x : -half.x, (corner & 2) != 0 ? half.y : -half.y,
                  (corner & 4) != 0 ? half.z : -half.z};
  return {block.centre + step, half};
}

}  // namespace

PlacedShape placed(const BodySpec& body) {
  return {body.shape, body.centre, rotation(body.rotation.axis, body.rotation.angle)};
}

PlacedShape placed(const ObstacleSpec& obstacle, double time) {
  return {obstacle.shape, position_at(obstacle, time),
          rotation(obstacle.rotation.axis, obstacle.rotation.angle)};
}

Vec3 position_at(const ObstacleSpec& obstacle, double time) {
  const std::vector<Keyframe>& keys = obstacle.keyframes;
  if (keys.empty()) return obstacle.position;
  if (time <= keys.front().time) return keys.front().position;
  const auto after =
      std::find_if(keys.begin(), keys.end(), [&](const Keyframe& key) { return key.time > time; });
  if (after == keys.end()) return keys.back().position;
  const Keyframe& before = *(after - 1);
  const double part = (time - before.time) / (after->time - before.time);
  return before.position + part * (after->position - before.position);
}

double signed_distance(const PlacedShape& placed, Vec3 point) {
  const Vec3 p = transpose(placed.turn) * (point - placed.position);
  const ShapeSpec& shape = placed.shape;
  switch (shape.kind) {
    case ShapeKind::box:
      return box_distance(p, shape.size);
    case ShapeKind::cylinder:
      return cylinder_distance(p, shape.radius, shape.length);
    case ShapeKind::plane:
      return dot(shape.normal, p);
    case ShapeKind::sphere:
      break;
  }
  return norm(p) - shape.radius;
}

Bounds bounds(const PlacedShape& placed) {
  assert(placed.shape.kind != ShapeKind::plane);
  Vec3 half;
  for (int axis = 0; axis < 3; ++axis) half[axis] = half_extent(placed.shape, placed.turn, axis);
  return {placed.position - half, placed.position + half};
}

double thickness(const ShapeSpec& shape) {
  assert(shape.kind != ShapeKind::plane);
  if (shape.kind == ShapeKind::box) return std::min({shape.size.x, shape.size.y, shape.size.z});
  if (shape.kind == ShapeKind::cylinder) return std::min(2 * shape.radius, shape.length);
  return 2 * shape.radius;
}

double volume(const ShapeSpec& shape) {
  assert(shape.kind != ShapeKind::plane);
  const double r = shape.radius;
  if (shape.kind == ShapeKind::box) return shape.size.x * shape.size.y * shape.size.z;
  if (shape.kind == ShapeKind::cylinder) return std::numbers::pi * r * r * shape.length;
  return 4.0 / 3.0 * std::numbers::pi * r * r * r;
}

double depth_in(const PlacedShape& body, const PlacedShape& other, double ignored,
                double resolution) {
  const Bounds around = bounds(body);
  double deepest = ignored;
  std::vector<Block> blocks{{0.5 * (around.low + around.high), 0.5 * (around.high - around.low)}};
  while (!blocks.empty()) {
    const Block block = blocks.back();
    blocks.pop_back();
    const double reach = norm(block.half);
    const double in_body = signed_distance(body, block.centre);
    const double depth = -signed_distance(other, block.centre);
    if (in_body > reach || depth + reach <= deepest) continue;
    if (in_body <= 0) deepest = std::fmax(deepest, depth);
    if (2 * std::max({block.half.x, block.half.y, block.half.z}) <= resolution) continue;
    for (int corner = 0; corner < 8; ++corner) blocks.push_back(child(block, corner));
  }
  return deepest;
}

}  // namespace eulersolid
