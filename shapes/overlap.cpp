#include "shapes/overlap.h"

#include <algorithm>
#include <vector>

namespace eulersolid {

namespace {

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
