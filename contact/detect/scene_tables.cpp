#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "contact/constants.h"
#include "contact/detect/scene_tables.h"
#include "contact/pair_number.h"
#include "grid/constants.h"
#include "kernels/core/error.h"
#include "surface/rest_points.h"

ES_BEGIN

namespace {

Int3 end_of(const NodeBox& w) { return w.first + Int3{w.nodes.nx, w.nodes.ny, w.nodes.nz}; }

bool overlap(const NodeBox& a, const NodeBox& b) {
  const Int3 a_end = end_of(a), b_end = end_of(b);
  for (int axis = 0; axis < 3; ++axis) {
    const int common = std::min(a_end[axis], b_end[axis]) - std::max(a.first[axis], b.first[axis]);
    if (common < 2) return false;  // a cell has two nodes
  }
  return true;
}

int floor_of(int a, int b) { return a / b - (a % b < 0 ? 1 : 0); }

/// Calls visit(n) for each whole number of periods by which a copy of a box of cells may be moved
/// so that it reaches a node box; once with zeros where nothing is periodic.
template <class Visit>
void for_copies(const GridSpec& grid, const NodeBox& node_box, Int3 low, Int3 high,
                const Visit& visit) {
  Int3 first, last;
  for (int axis = 0; axis < 3; ++axis) {
    const int period = grid.period[axis];
    if (period == 0) continue;
    first[axis] = -floor_of(high[axis] - node_box.first[axis], period);
    last[axis] = floor_of(end_of(node_box)[axis] - low[axis], period);
  }
  for (int z = first.z; z <= last.z; ++z)
    for (int y = first.y; y <= last.y; ++y)
      for (int x = first.x; x <= last.x; ++x) visit(Int3{x, y, z});
}

/// The box around an obstacle; around one that has no ends, and where nothing is periodic, nobody
/// asks.
Bounds box_of(const GridSpec& grid, const ObstacleState& obstacle) {
  if (!grid.is_periodic() || obstacle.shape.kind == ShapeKind::plane) return {};
  return bounds(obstacle);
}

Vec3 middle_of(const Bounds& box) { return 0.5 * (box.low + box.high); }

/// The same of the copies of an obstacle. A plane has no ends: its copies are itself.
template <class Visit>
void for_copies(const GridSpec& grid, const NodeBox& node_box, const ObstacleState& obstacle,
                const Bounds& box, const Visit& visit) {
  if (!grid.is_periodic() || obstacle.shape.kind == ShapeKind::plane) return visit(Int3{});
  for_copies(grid, node_box, cell_at(grid, box.low), cell_at(grid, box.high) + Int3{1, 1, 1},
             visit);
}

/// Signed distances are 1-Lipschitz, so the surface misses the node box when it is farther from the
/// node box's middle than the corners are.
bool may_reach(const GridSpec& grid, const ObstacleState& obstacle, const NodeBox& node_box) {
  const Vec3 extent = 0.5 * grid.h *
                      Vec3{double(node_box.nodes.nx - 1), double(node_box.nodes.ny - 1),
                           double(node_box.nodes.nz - 1)};
  return std::fabs(signed_distance(obstacle, grid.position(node_box.first) + extent)) <=
         norm(extent);
}

void require_numbered(const std::vector<BodyView>& bodies) {
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const NodeBox& w = bodies[b].node_box;
    const Int3 end = w.first + Int3{w.nodes.nx, w.nodes.ny, w.nodes.nz};
    for (int axis = 0; axis < 3; ++axis) {
      if (w.first[axis] < -farthest_node || end[axis] >= farthest_node) {
        throw SimulationError("body " + std::to_string(b) + " has left the " +
                              std::to_string(farthest_node) +
                              " cells around the grid's origin in which contacts are numbered");
      }
    }
  }
}

/// Which boxes overlap one of a higher number along x, or may in a periodic domain: for each those
/// numbers, ascending.
std::vector<std::vector<int>> neighbours_along_x(const GridSpec& grid,
                                                 const std::vector<NodeBox>& boxes) {
  const int n = int(boxes.size());
  std::vector<std::vector<int>> found(boxes.size());
  std::vector<int> order;
  for (int b = 0; b < n; ++b) order.push_back(b);
  const auto start_of = [&](int b) { return boxes[std::size_t(b)].first.x; };
  std::ranges::sort(order, {}, start_of);
  for (int i = 0; i < n; ++i) {
    const int a = order[std::size_t(i)], end = end_of(boxes[std::size_t(a)]).x;
    for (int j = i + 1; j < n; ++j) {
      const int b = order[std::size_t(j)];
      if (grid.period.x == 0 && start_of(b) >= end) break;
      found[std::size_t(std::min(a, b))].push_back(std::max(a, b));
    }
  }
  for (std::vector<int>& list : found) std::ranges::sort(list);
  return found;
}

/// Of the layer of a body that meets an obstacle or a rigid body; of two that both give it is not
/// modelled.
double compliance_of(const ContactPair& pair, const std::vector<BodyView>& bodies, double depth) {
  const double own = 1 / bodies[std::size_t(pair.body)].contact_modulus;
  const double others =
      pair.with_obstacle ? 0 : 1 / bodies[std::size_t(pair.partner)].contact_modulus;
  return own > 0 && others > 0 ? 0 : depth * (own + others);
}

}  // namespace

std::vector<ContactPair> find_pairs(const GridSpec& grid, const std::vector<BodyView>& bodies,
                                    const std::vector<ObstacleState>& obstacles,
                                    const FrictionTable& friction) {
  require_numbered(bodies);
  const int n = int(bodies.size());
  const PairNumbering numbers{n, std::int64_t(obstacles.size())};
  std::vector<ContactPair> pairs;
  std::vector<NodeBox> known;
  for (const BodyView& body : bodies) known.push_back(known_box(body.node_box));
  const std::vector<std::vector<int>> neighbours = neighbours_along_x(grid, known);
  std::vector<Bounds> boxes;
  for (const ObstacleState& obstacle : obstacles) boxes.push_back(box_of(grid, obstacle));
  for (int a = 0; a < n; ++a) {
    const NodeBox& node_box = known[std::size_t(a)];
    for (const int b : neighbours[std::size_t(a)]) {
      if (!friction.touch_bodies(a, b)) continue;
      const NodeBox& others = known[std::size_t(b)];
      for_copies(grid, node_box, others.first, end_of(others), [&](Int3 periods) {
        const Int3 shift = times(periods, grid.period);
        if (!overlap(node_box, {others.first + shift, others.nodes})) return;
        const double slower =
            std::min(bodies[std::size_t(a)].wave_speed, bodies[std::size_t(b)].wave_speed);
        pairs.push_back({.body = a,
                         .partner = b,
                         .number = numbers.with_copy(numbers.of_bodies(a, b), periods),
                         .friction = friction.between_bodies(a, b),
                         .wave_speed = slower,
                         .shift = shift,
                         .offset = grid.offset(shift)});
      });
    }
    for (int o = 0; o < int(obstacles.size()); ++o) {
      if (!friction.touches_obstacle(a, o)) continue;
      const ObstacleState& obstacle = obstacles[std::size_t(o)];
      for_copies(grid, node_box, obstacle, boxes[std::size_t(o)], [&](Int3 periods) {
        const Int3 shift = times(periods, grid.period);
        if (!may_reach(grid, obstacle, {node_box.first - shift, node_box.nodes})) return;
        pairs.push_back({.body = a,
                         .partner = o,
                         .with_obstacle = true,
                         .number = numbers.with_copy(numbers.with_obstacle(a, o), periods),
                         .friction = friction.with_obstacle(a, o),
                         .wave_speed = bodies[std::size_t(a)].wave_speed,
                         .shift = shift,
                         .offset = grid.offset(shift),
                         .middle = middle_of(boxes[std::size_t(o)]) + grid.offset(shift)});
      });
    }
  }
  if (grid.is_periodic()) std::ranges::sort(pairs, {}, &ContactPair::number);
  return pairs;
}

/// Obstacles keep their shapes: once is enough.
void SceneTables::place_points(const std::vector<ObstacleState>& obstacles) {
  if (obstacle_points.size() == obstacles.size()) return;
  std::vector<PointsView> views;
  obstacle_points.clear();
  for (const ObstacleState& obstacle : obstacles) {
    std::vector<Vec3> at, area;
    const Vec3 middle = middle_of(box_of(grid, obstacle));
    if (obstacle.shape.kind != ShapeKind::plane) {
      for (const RestPoint& point : rest_points(obstacle.shape, point_spacing * grid.h)) {
        if (!point.sharp) continue;
        // Where the next copy begins, or beyond, is no edge.
        if (leaves_period(grid, to_world(obstacle.pose, point.at) - middle, 1e-9 * grid.h))
          continue;
        at.push_back(point.at), area.push_back(point.area);
      }
    }
    ObstaclePoints& points = obstacle_points.emplace_back();
    points.at.assign(at), points.area.assign(area);
    views.push_back({points.at.span(), points.area.span()});
  }
  device_obstacle_points.assign(views);
}

void SceneTables::number_blocks() {
  std::vector<Index> first{0};
  for (const BodyView& body : bodies) first.push_back(first.back() + blocks_of(body.points.size));
  for (const ObstaclePoints& points : obstacle_points)
    first.push_back(first.back() + blocks_of(points.at.size()));
  if (first != first_block) {
    first_block = std::move(first);
    device_first_block.assign(first_block);
  }
  const auto blocks = [this](std::size_t surface) {
    return first_block[surface + 1] - first_block[surface];
  };
  pair_blocks = 0;
  for (ContactPair& pair : pairs) {
    pair.first_block = pair_blocks;
    const auto partner = std::size_t(pair.partner);
    pair_blocks += blocks(std::size_t(pair.body)) +
                   blocks(pair.with_obstacle ? bodies.size() + partner : partner);
  }
}

bool SceneTables::has_rigid_pairs() const {
  return std::any_of(pairs.begin(), pairs.end(),
                     [](const ContactPair& pair) { return pair.is_rigid; });
}

void SceneTables::load(const GridSpec& grid_spec, const std::vector<BodyView>& body_views,
                       const std::vector<ObstacleState>& obstacles, const FrictionTable& friction,
                       const PairLosses& losses, const RigidMotions& motions) {
  grid = grid_spec;
  motion = motions;
  bodies = body_views;
  pairs = find_pairs(grid, bodies, obstacles, friction);
  for (ContactPair& pair : pairs) {
    pair.is_rigid = std::isinf(pair.wave_speed);
    if (pair.is_rigid) pair.wave_speed = motions.wave_speed;
    pair.compliance = compliance_of(pair, bodies, numerics.layer_depth * grid.h);
    pair.lost_to_grid = bodies[std::size_t(pair.body)].energy_lost;
    if (!pair.with_obstacle) pair.lost_to_grid += bodies[std::size_t(pair.partner)].energy_lost;
    const PairLoss loss = losses.of(pair.number, pair.lost_to_grid);
    // Before anything has been turned rounding would decide.
    pair.may_push = loss.turned > 0 && loss.lost + pair.lost_to_grid - loss.before >
                                           -numerics.push_credit * loss.turned;
  }
  first_dof.assign(1, 0);
  for (const BodyView& body : bodies) first_dof.push_back(first_dof.back() + body.active.size);
  place_points(obstacles);
  number_blocks();
  device_bodies.assign(bodies);
  std::vector<ObstacleState> moved = obstacles;
  obstacle_samples.resize(moved.size());
  for (std::size_t o = 0; o < moved.size(); ++o) {
    moved[o].shape = obstacle_samples[o].upload(obstacles[o].shape);
  }
  device_obstacles.assign(moved);
  device_pairs.assign(pairs);
  device_first_dof.assign(first_dof);
}

ES_END
