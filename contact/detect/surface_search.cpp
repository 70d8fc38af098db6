#include "contact/detect/surface_search.h"

#include "contact/constants.h"
#include "contact/detect/contact_merger.h"
#include "contact/detect/rigid_points.h"
#include "contact/detect/sort_keys.h"
#include "grid/trilinear.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/search.h"

ES_BEGIN

namespace {

/// A task is a place for a point in a block: which pair's, and which of its points; -1 for none.
struct Task {
  int pair = 0;
  Index point = -1;

  ES_HD Task(Span<const PointBlock> blocks, Index number)
      : pair(blocks[number / points_a_block].pair),
        point(blocks[number / points_a_block].point(int(number % points_a_block))) {}
};

/// The outward area vector of a body's point now, as long as at rest; zero where the map is unknown
/// or inverted.
ES_HD Vec3 area_of(const BodyView& body, const GridSpec& grid, Index point) {
  const Vec3 x = body.points[point], area = body.point_area[point];
  const SmoothMap::Value value = smooth_map(body, grid).at(x);
  if (!value.known || !(determinant(value.gradient()) > 0)) return {};
  return norm(area) * normalized(value.pulled_back(area));
}

/// What of an area lies across the other surface's normal [m^2]. What stands steeply to it, as a
/// face beyond the edge that it sees, does not touch there.
ES_HD double facing_area(Vec3 area, Vec3 normal) {
  const double across = -dot(area, normal), cosine = across / larger(norm(area), 1e-300);
  const double part = (cosine - min_facing) / (whole_facing - min_facing);
  return across * larger(0, smaller(part, 1));
}

/// The normal of the surface that a point sees; where both are smooth bodies' the mean of both. An
/// obstacle's is exact, and an edge has none of its own.
ES_HD Vec3 mean_normal(const ContactPair& pair, bool sharp, Vec3 area, Vec3 other) {
  return pair.with_obstacle || sharp ? other : normalized(other - normalized(area));
}

/// What is there of a point that is near; its area is zero where the map is not valid.
/// @param seen   the surface that it sees
/// @param rigid  is it one of a pair in which nothing gives?
template <bool rigid>
ES_HD NearPoint look(const SceneView& scene, int pair_index, Index point, const SurfaceView& seen) {
  const ContactPair& pair = scene.pairs[pair_index];
  const GridSpec& grid = scene.grid;
  Sight sight = place_of_sight(scene, pair_index, point);
  sight.other = seen;
  const bool of_body = sight.of_body;
  const Index own = sight.own;
  const BodyView& body = scene.bodies[pair.body];
  NearPoint near;
  near.pair = pair_index;
  Vec3 area;
  if (of_body) {
    area = area_of(body, grid, own);
    near.sharp = body.point_sharp[own];
  } else if (pair.with_obstacle) {
    near.sharp = true;
    area =
        scene.obstacles[pair.partner].pose.rotation * scene.obstacle_points[pair.partner].area[own];
  } else {
    area = area_of(scene.bodies[pair.partner], grid, own);
    near.sharp = scene.bodies[pair.partner].point_sharp[own];
  }
  if constexpr (rigid) {
    if (of_body || !pair.with_obstacle) {
      if (near.sharp) {
        if (is_on_a_bend(scene, pair, sight)) area = {}, near.sharp = false;
      } else if (norm(area) > 0 && !descend(scene, pair, sight, area)) {
        area = {};
      }
    }
  }
  const SurfaceView& other = sight.other;
  near.gap = other.distance;
  near.at = sight.x - 0.5 * other.distance * other.normal;
  const Vec3 outward = area - dot(area, other.normal) * other.normal;
  if (near.sharp) near.inward = -(0.25 * point_spacing * grid.h) * normalized(outward);
  const Vec3 normal = mean_normal(pair, near.sharp, area, other.normal);
  near.normal = of_body ? normal : -normal;
  near.area = facing_area(area, other.normal) * (pair.with_obstacle ? 1 : 0.5);
  return near;
}

/// Can the velocity at a place in a cell be expressed by degrees of freedom? In the plane of two
/// cells that does not depend on which of them rounding chooses.
ES_HD bool is_supported(const BodyView& body, const PointPart& part) {
  if (body.rigid.is_rigid()) return true;
  if (!body.node_box.contains_cell(part.cell)) return false;
  double S[8];
  trilinear::shape(part.at, S);
  for (int n = 0; n < 8; ++n) {
    const Index node = body.node_box.index(part.cell + trilinear::corner(n));
    if (S[n] > min_share && body.dof[node] < 0 && body.ghost[node] < 0) return false;
  }
  return true;
}

/// The same of both bodies of a pair.
ES_HD bool is_supported(const SceneView& scene, const ContactPair& pair, PointPart part) {
  if (!is_supported(scene.bodies[pair.body], part)) return false;
  part.cell = part.cell - pair.shift;
  return pair.with_obstacle || is_supported(scene.bodies[pair.partner], part);
}

/// The part of a point's surroundings, a square across the main axis of its normal, on one side of
/// the nearest planes of half cells: so nothing jumps as a point passes from one to the next.
/// Beyond an edge there is no surface, and a row for it would say what its neighbour says: a point
/// there is in the cell that the middle of its surroundings is in.
ES_HD PointPart part_of(const SceneView& scene, const NearPoint& point, int number, int side) {
  const bool narrow = point.sharp || scene.pairs[point.pair].is_rigid;
  const double half = 0.5 * (narrow ? sharp_width : point_spacing);
  const Vec3 place = (1 / scene.grid.h) * (point.at - scene.grid.origin);
  const int main = dominant_axis(point.normal);
  PointPart part;
  part.area = point.area, part.sharp = point.sharp, part.point = number;
  for (int axis = 0, bit = 0; axis < 3; ++axis) {
    double low = place[axis], high = low;
    if (axis != main) {
      low -= half, high += half;
      const double border = 0.5 * (std::floor(2 * low) + 1);
      const bool last = side & (1 << bit++);
      if (last && !(border < high)) return {};  // neither an area nor an edge
      (last ? low : high) = last ? border : smaller(border, high);
      part.area *= (high - low) / (2 * half);
    }
    const double middle = 0.5 * (low + high);
    const double home = axis == main ? middle : middle + point.inward[axis] / scene.grid.h;
    part.cell[axis] = int(std::floor(home));
    if (home - part.cell[axis] < 0.5) part.half &= ~(1 << axis);
    part.at[axis] = larger(0, smaller(middle - part.cell[axis], 1));
  }
  if (!is_supported(scene, scene.pairs[point.pair], part)) part.area = 0;
  return part;
}

ES_HD std::uint64_t key_of(const SceneView& scene, int pair, Int3 cell) {
  return sort_key(pair, scene.bodies[scene.pairs[pair].body].node_box, cell, {2, 1, 0});
}

/// @param views  of the tasks that are flagged
void look_around(const SceneView& scene, Span<const PointBlock> blocks, Span<std::uint8_t> flags,
                 Span<SurfaceView> views) {
  parallel_for(flags.size, [=] ES_DEVICE(Index number) {
    const Task task(blocks, number);
    flags[number] = 0;
    if (task.point < 0) return;
    const Sight sight = sight_of(scene, task.pair, task.point);
    if (!sight.near(scene.numerics.largest_gap * scene.grid.h)) return;
    flags[number] = 1, views[number] = sight.other;
  });
}

/// Copies of an obstacle are cut off in the middle between them, so that those of one that is as
/// long as the domain, or longer, are one: they have no ends to run against.
void leave_to_next_copy(const SceneView& scene, Span<const PointBlock> blocks,
                        Span<std::uint8_t> flags) {
  parallel_for(flags.size, [=] ES_DEVICE(Index number) {
    if (!flags[number]) return;
    const Task task(blocks, number);
    const ContactPair& pair = scene.pairs[task.pair];
    const BodyView& body = scene.bodies[pair.body];
    if (!pair.with_obstacle || task.point >= body.points.size) return;
    if (scene.obstacles[pair.partner].shape.kind == ShapeKind::plane) return;
    if (leaves_period(scene.grid, body.points[task.point] - pair.middle, 0)) flags[number] = 0;
  });
}

void keep_points(const SceneView& scene, Span<const PointBlock> blocks, Span<const int> tasks,
                 Span<const SurfaceView> views, Span<NearPoint> points) {
  parallel_for(tasks.size, [=] ES_DEVICE(Index t) {
    const Task task(blocks, tasks[t]);
    points[t] = look<false>(scene, task.pair, task.point, views[tasks[t]]);
  });
}

/// Looks again at those of pairs in which nothing gives.
void refine_rigid(const SceneView& scene, Span<const PointBlock> blocks, Span<const int> tasks,
                  Span<NearPoint> points) {
  parallel_for(tasks.size, [=] ES_DEVICE(Index t) {
    const Task task(blocks, tasks[t]);
    if (!scene.pairs[task.pair].is_rigid) return;
    points[t] =
        look<true>(scene, task.pair, task.point, sight_of(scene, task.pair, task.point).other);
  });
}

void share_out(const SceneView& scene, Span<const NearPoint> points, Span<PointPart> parts,
               Span<std::uint8_t> flags) {
  parallel_for(parts.size, [=] ES_DEVICE(Index p) {
    parts[p] = part_of(scene, points[p / 4], int(p / 4), int(p % 4));
    flags[p] = parts[p].area > 0 || parts[p].sharp;
  });
}

void fill_cell_keys(const SceneView& scene, Span<const NearPoint> points,
                    Span<const PointPart> parts, Span<const int> order, Span<std::uint64_t> keys) {
  parallel_for(order.size, [=] ES_DEVICE(Index p) {
    const PointPart& part = parts[order[p]];
    keys[p] = key_of(scene, points[part.point].pair, part.cell);
  });
}

void flag_heads(Span<const std::uint64_t> keys, Span<std::uint8_t> flags) {
  parallel_for(keys.size, [=] ES_DEVICE(Index p) { flags[p] = p == 0 || keys[p] != keys[p - 1]; });
}

void add_up(const SceneView& scene, Span<const NearPoint> points, Span<const PointPart> parts,
            Span<const int> order, Span<const int> heads, Span<Patch> patches,
            Span<std::uint8_t> kept) {
  const double h = scene.grid.h;
  parallel_for(heads.size, [=] ES_DEVICE(Index c) {
    const ContactNumerics& numerics = scene.numerics;
    const Index end = c + 1 < heads.size ? heads[c + 1] : order.size;
    Patch patch{};
    Vec3 at, normal;
    double gap = 0;
    for (Index p = heads[c]; p < end; ++p) {
      const PointPart& part = parts[order[p]];
      const NearPoint& point = points[part.point];
      const double depth =
          (scene.pairs[point.pair].is_rigid ? rigid_tip_depth : numerics.tip_depth) * h;
      const double weight = part.area * std::exp(-larger(-300, smaller(point.gap / depth, 300)));
      double S[8];
      trilinear::shape(part.at, S);
      for (int n = 0; n < 8; ++n) patch.shape[n] += weight * S[n];
      patch.weight += weight, patch.area += part.area;
      at += weight * part.at, normal += weight * point.normal, gap += weight * point.gap;
      patch.cell = part.cell, patch.halves = part.halves, patch.half = part.half;
      patch.rounded = part.rounded, patch.sharp = patch.sharp || part.sharp;
      patch.pair = point.pair;
    }
    const double weight = larger(patch.weight, 1e-300);  // none: an edge that sees no face
    patch.centroid = scene.grid.position(patch.cell) + (h / weight) * at;
    patch.gap = patch.weight > 0 ? gap / weight : numerics.largest_gap * h;
    // Where normals of both sides of something thin cancel there is none.
    kept[c] =
        patch.area > numerics.min_area * h * h && norm(normal) > numerics.min_normal * patch.weight;
    patch.normal = normalized(normal);
    patches[c] = patch;
  });
}

/// The cells in which points are near, in the order of their keys.
struct NearCells {
  Span<const std::uint64_t> keys;
  Span<const Patch> patches;  ///< one for each

  /// @param depth  tip_depth h [m]
  ES_HD bool touch(Index c, double depth) const { return patches[c].gap < depth; }
};

/// What there is of a pair in a cell and in the next ones along its normal.
struct Column {
  Index touches = -1;  ///< the first of these in which it touches
  bool sharp = false;  ///< there is an edge or a corner
};

ES_HD Column column_at(const SceneView& scene, const NearCells& cells, int pair, Int3 cell,
                       int main) {
  const NodeBox& node_box = scene.bodies[scene.pairs[pair].body].node_box;
  Column column;
  for (int n = 0; n < 3; ++n) {
    Int3 next = cell;
    next[main] += n == 0 ? 0 : 2 * n - 3;  // 0, -1, 1
    if (!node_box.contains_cell(next)) continue;
    const Index c = find_sorted(cells.keys, key_of(scene, pair, next));
    if (c < 0) continue;
    if (column.touches < 0 && cells.touch(c, scene.numerics.tip_depth * scene.grid.h))
      column.touches = c;
    column.sharp = column.sharp || cells.patches[c].sharp;
  }
  return column;
}

/// Cells in a row along an axis in which a pair touches.
struct Row {
  int length = 0;
  bool sharp = false;  ///< there is an edge or a corner in it, or at its ends
};

/// Those around a column in which it does.
/// @param gives  whether a layer gives under what is rounded; else only narrow rows matter
ES_HD Row row_of(const SceneView& scene, const NearCells& cells, int pair, const Column& middle,
                 int main, int axis, bool gives) {
  const int narrow_row = scene.numerics.narrow_row;
  Row row{1, middle.sharp};
  for (int way = -1; way <= 1; way += 2) {
    Column column = middle;
    // What is neither narrow nor rounded is known to be so.
    while (row.length <= (gives && !row.sharp ? longest_row : narrow_row)) {
      Int3 next = cells.patches[column.touches].cell;
      next[axis] += way;
      column = column_at(scene, cells, pair, next, main);
      row.sharp = row.sharp || column.sharp;
      if (column.touches < 0) break;
      ++row.length;
    }
  }
  return row;
}

/// Halves the cells in which a pair touches along narrow rows. The parts' keys are in the order of
/// the cells', then of the halves.
void divide_narrow(const SceneView& scene, const NearCells& cells, Span<const int> order,
                   Span<const int> heads, Span<PointPart> parts, Span<std::uint64_t> keys) {
  parallel_for(heads.size, [=] ES_DEVICE(Index c) {
    const Patch& patch = cells.patches[c];
    const int main = dominant_axis(patch.normal);
    const Column middle = column_at(scene, cells, patch.pair, patch.cell, main);
    const bool gives = scene.pairs[patch.pair].compliance > 0;
    int halves = 0;
    bool rounded = false;
    for (int axis = 0; axis < 3; ++axis) {
      if (middle.touches < 0 || axis == main) continue;
      const Row row = row_of(scene, cells, patch.pair, middle, main, axis, gives);
      if (row.length <= scene.numerics.narrow_row) halves |= 1 << axis;
      rounded = rounded || (gives && row.length <= longest_row && !row.sharp);
    }
    const Index end = c + 1 < heads.size ? heads[c + 1] : order.size;
    for (Index p = heads[c]; p < end; ++p) {
      PointPart& part = parts[order[p]];
      part.halves = halves, part.half &= halves, part.rounded = rounded;
      keys[p] = 8 * cells.keys[c] + std::uint64_t(part.half);  // pairs are below 2^29
    }
  });
}

template <class T>
void gather(Span<const T> from, Span<const int> list, Span<T> to) {
  parallel_for(list.size, [=] ES_DEVICE(Index p) { to[p] = from[list[p]]; });
}

}  // namespace

void SurfaceSearch::add_up_by_keys(const SceneView& scene) {
  flags_.resize(keys_.size());
  flag_heads(keys_.span(), flags_.span());
  select(flags_.span(), heads_);
  candidates_.resize(heads_.size());
  flags_.resize(heads_.size());
  add_up(scene, points_.span(), parts_.span(), order_.span(), heads_.span(), candidates_.span(),
         flags_.span());
}

Span<const Patch> SurfaceSearch::find(SceneTables& scene) {
  const Span<const PointBlock> blocks = blocks_.near(scene);
  flags_.resize(points_a_block * blocks.size);
  views_.resize(flags_.size());
  look_around(scene.view(), blocks, flags_.span(), views_.span());
  if (scene.grid.is_periodic()) leave_to_next_copy(scene.view(), blocks, flags_.span());
  select(flags_.span(), tasks_);
  points_.resize(tasks_.size());
  keep_points(scene.view(), blocks, tasks_.span(), views_.span(), points_.span());
  if (scene.has_rigid_pairs()) refine_rigid(scene.view(), blocks, tasks_.span(), points_.span());
  parts_.resize(4 * points_.size());
  flags_.resize(parts_.size());
  share_out(scene.view(), points_.span(), parts_.span(), flags_.span());
  select(flags_.span(), order_);
  keys_.resize(order_.size());
  fill_cell_keys(scene.view(), points_.span(), parts_.span(), order_.span(), keys_.span());
  sort_by_key(keys_.span(), order_.span());
  add_up_by_keys(scene.view());
  cell_keys_.resize(heads_.size());
  gather<std::uint64_t>(keys_.span(), heads_.span(), cell_keys_.span());
  divide_narrow(scene.view(), {cell_keys_.span(), candidates_.span()}, order_.span(), heads_.span(),
                parts_.span(), keys_.span());
  sort_by_key(keys_.span(), order_.span());
  add_up_by_keys(scene.view());
  select(flags_.span(), tasks_);
  patches_.resize(tasks_.size());
  gather<Patch>(candidates_.span(), tasks_.span(), patches_.span());
  return patches_.span();
}

ES_END
