#include "contact/detect/point_blocks.h"

#include "contact/constants.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/search.h"

ES_BEGIN

namespace {

/// Does a pair begin at a block or before it?
struct HasBegun {
  Span<const ContactPair> pairs;
  Index block;
  ES_HD bool operator()(Index p) const { return pairs[p].first_block <= block; }
};

ES_HD int pair_of(Span<const ContactPair> pairs, Index block) {
  return int(partition_point(pairs.size, HasBegun{pairs, block})) - 1;
}

/// Where the points of a surface are now: a body's, or after those an obstacle's.
ES_HD Vec3 place_of_point(const SceneView& scene, Index surface, Index point) {
  const Index obstacle = surface - scene.bodies.size;
  if (obstacle < 0) return scene.bodies[surface].points[point];
  return to_world(scene.obstacles[obstacle].pose, scene.obstacle_points[obstacle].at[point]);
}
ES_HD Index points_of(const SceneView& scene, Index surface) {
  const Index obstacle = surface - scene.bodies.size;
  return obstacle < 0 ? scene.bodies[surface].points.size : scene.obstacle_points[obstacle].at.size;
}

/// @param first  point of the block
ES_HD Index count_in_block(Index first, Index all) {
  return all - first < points_a_block ? all - first : points_a_block;
}

void find_boxes(const SceneView& scene, Span<Bounds> boxes) {
  parallel_for(boxes.size, [=] ES_DEVICE(Index block) {
    const Index surface = lower_bound(scene.first_block, block + 1) - 1;
    const Index first = points_a_block * (block - scene.first_block[surface]);
    const Index end = first + count_in_block(first, points_of(scene, surface));
    Bounds box{{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
    for (Index p = first; p < end; ++p) {
      const Vec3 x = place_of_point(scene, surface, p);
      for (int axis = 0; axis < 3; ++axis) {
        box.low[axis] = smaller(box.low[axis], x[axis]);
        box.high[axis] = larger(box.high[axis], x[axis]);
      }
    }
    boxes[block] = box;
  });
}

/// Is nothing of a body known in a box?
ES_HD bool is_unknown_in(const BodyView& body, const GridSpec& grid, const Bounds& box) {
  const NodeBox known = known_box(body.node_box);
  const Vec3 low = grid.position(known.first);
  const Cells& nodes = known.nodes;
  const Vec3 high = low + grid.h * Vec3{double(nodes.nx), double(nodes.ny), double(nodes.nz)};
  for (int axis = 0; axis < 3; ++axis)
    if (box.high[axis] < low[axis] || high[axis] < box.low[axis]) return true;
  return false;
}

/// Is all of a box farther outside an obstacle than contact is looked for, or deeper in it than
/// surfaces are seen? Signed distances are 1-Lipschitz.
ES_HD bool is_far_from(const SceneView& scene, const ObstacleState& obstacle, const Bounds& box) {
  const double h = scene.grid.h;
  const double radius = 0.5 * norm(box.high - box.low);
  const double distance = signed_distance(obstacle, 0.5 * (box.low + box.high));
  return distance - radius > scene.numerics.largest_gap * h ||
         distance + radius < -surface_below * h;
}

ES_HD Bounds moved(const Bounds& box, Vec3 way) { return {box.low + way, box.high + way}; }

/// A pair's block by its number among those of the pair.
struct Located {
  Index surface = 0;
  Index own = 0;  ///< its number among those of the surface
  bool of_body = false;
};
ES_HD Located locate(const SceneView& scene, const ContactPair& pair, Index number) {
  const Index first = blocks_of(scene.bodies[pair.body].points.size);
  if (number < first) return {pair.body, number, true};
  return {pair.with_obstacle ? scene.bodies.size + pair.partner : pair.partner, number - first,
          false};
}

void flag_near(const SceneView& scene, Span<const Bounds> boxes, Span<std::uint8_t> flags) {
  parallel_for(flags.size, [=] ES_DEVICE(Index block) {
    const ContactPair& pair = scene.pairs[pair_of(scene.pairs, block)];
    const Located at = locate(scene, pair, block - pair.first_block);
    const Bounds box = boxes[scene.first_block[at.surface] + at.own];
    if (!at.of_body)
      flags[block] = !is_unknown_in(scene.bodies[pair.body], scene.grid, moved(box, pair.offset));
    else if (pair.with_obstacle)
      flags[block] = !is_far_from(scene, scene.obstacles[pair.partner], moved(box, -pair.offset));
    else
      flags[block] =
          !is_unknown_in(scene.bodies[pair.partner], scene.grid, moved(box, -pair.offset));
  });
}

void describe(const SceneView& scene, Span<const int> list, Span<PointBlock> blocks) {
  parallel_for(list.size, [=] ES_DEVICE(Index b) {
    const int p = pair_of(scene.pairs, list[b]);
    const ContactPair& pair = scene.pairs[p];
    const Located at = locate(scene, pair, list[b] - pair.first_block);
    const Index first = points_a_block * at.own, all = points_of(scene, at.surface);
    const Index before = at.of_body ? 0 : scene.bodies[pair.body].points.size;
    blocks[b] = {p, before + first, int(count_in_block(first, all))};
  });
}

}  // namespace

Span<const PointBlock> PointBlocks::near(const SceneTables& scene) {
  boxes_.resize(scene.first_block.back());
  find_boxes(scene.view(), boxes_.span());
  flags_.resize(scene.pair_blocks);
  list_.resize(scene.pair_blocks), blocks_.resize(scene.pair_blocks);  // as much as any step takes
  flag_near(scene.view(), boxes_.span(), flags_.span());
  select(flags_.span(), list_);
  blocks_.resize(list_.size());
  describe(scene.view(), list_.span(), blocks_.span());
  return blocks_.span();
}

ES_END
