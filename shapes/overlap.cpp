#include "shapes/overlap.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace eulersolid {

namespace {

/// An axis-parallel box of space that may hold the deepest point.
struct Block {
  Vec3 centre, half;
};

/// Divides the longest edge.
Block part(const Block& block, int longest, double side) {
  Block result = block;
  result.half[longest] *= 0.5;
  result.centre[longest] += side * result.half[longest];
  return result;
}

int longest_edge(Vec3 half) {
  const int larger = half.y > half.x ? 1 : 0;
  return half.z > half[larger] ? 2 : larger;
}

/// A depth that neither reaches in the other, by what they are along a direction n. A point x of
/// one is at most n . x - low and high - n . x below the surface of the other.
double max_depth_along(const PlacedShape& a, const PlacedShape& b, Vec3 n) {
  const Extent p = extent_along(a, n), q = extent_along(b, n);
  return std::min(p.high - q.low, q.high - p.low);
}

double depth_in_plane(const PlacedShape& body, const PlacedShape& plane) {
  const Vec3 normal = plane.pose.rotation * plane.shape.normal;
  return dot(normal, plane.pose.position) - extent_along(body, normal).low;
}

/// What holds the points of `body` in `other`.
Block common_block(const PlacedShape& body, const PlacedShape& other) {
  Bounds box = bounds(body);
  if (other.shape.kind != ShapeKind::plane) {
    const Bounds within = bounds(other);
    for (int axis = 0; axis < 3; ++axis) {
      box.low[axis] = std::max(box.low[axis], within.low[axis]);
      box.high[axis] = std::max(box.low[axis], std::min(box.high[axis], within.high[axis]));
    }
  }
  return {0.5 * (box.low + box.high), 0.5 * (box.high - box.low)};
}

/// The largest depth beyond `ignored`, or the first that is found beyond `enough`.
double searched_depth(const PlacedShape& body, const PlacedShape& other, double ignored,
                      double enough, double resolution) {
  double deepest = ignored;
  std::vector<Block> blocks{common_block(body, other)};
  const Vec3 all = blocks.front().half;
  const double finest = std::max(0.5 * resolution, all[longest_edge(all)] / 1024);
  while (!blocks.empty() && deepest <= enough) {
    const Block block = blocks.back();
    blocks.pop_back();
    const double reach = norm(block.half);
    const double in_body = signed_distance(body, block.centre);
    const double depth = -signed_distance(other, block.centre);
    if (in_body > reach || depth + reach <= deepest) continue;
    if (in_body <= 0) deepest = std::fmax(deepest, depth);
    const int longest = longest_edge(block.half);
    if (block.half[longest] <= finest) continue;
    for (const double side : {-1.0, 1.0}) blocks.push_back(part(block, longest, side));
  }
  return deepest;
}

}  // namespace

double max_overlap(const PlacedShape& a, const PlacedShape& b) {
  double least = INFINITY;
  for (const PlacedShape* shape : {&a, &b}) {
    const Mat3 axes = transpose(shape->pose.rotation);
    for (int axis = 0; axis < 3; ++axis) least = std::min(least, max_depth_along(a, b, axes[axis]));
  }
  const Vec3 way = centroid(b) - centroid(a);
  return norm(way) > 0 ? std::min(least, max_depth_along(a, b, normalized(way))) : least;
}

double depth_in(const PlacedShape& body, const PlacedShape& other, double ignored,
                double resolution) {
  const bool in_plane = other.shape.kind == ShapeKind::plane;
  const double most = in_plane ? depth_in_plane(body, other) : max_overlap(body, other);
  if (most <= ignored) return ignored;
  if (in_plane && body.shape.kind != ShapeKind::sampled) return most;
  return searched_depth(body, other, ignored, INFINITY, resolution);
}

double overlap(const PlacedShape& body, const PlacedShape& other, double ignored,
               double resolution) {
  const double depth = depth_in(body, other, ignored, resolution);
  if (other.shape.kind == ShapeKind::plane) return depth;
  return std::max(depth, depth_in(other, body, ignored, resolution));
}

bool reaches_into(const PlacedShape& body, const PlacedShape& other, double ignored,
                  double resolution) {
  return max_overlap(body, other) > ignored &&
         searched_depth(body, other, ignored, ignored, resolution) > ignored;
}

}  // namespace eulersolid
