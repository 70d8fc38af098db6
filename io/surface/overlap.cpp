#include "io/surface/overlap.h"

#include <algorithm>
#include <vector>

#include "io/surface/deformed_shape.h"
#include "io/surface/near_cells.h"

namespace eulersolid {

namespace {

/// A body's surface, and the cells of the grid that are not outside of it.
struct Side {
  const BodyMap& body;
  DeformedShape shape;
  NearCells near;
  std::vector<Int3> cells;
  Int3 low{1 << 30, 1 << 30, 1 << 30}, high{-(1 << 30), -(1 << 30), -(1 << 30)};  ///< of these

  Side(const BodyMap& map, const FrameMaps& maps)
      : body(map), shape(map, maps.origin, maps.h), near(map, maps.origin, maps.h, 0) {
    const Cells all = map.cells();
    for (Index c = 0; near.any() && c < all.count(); ++c) {
      const Int3 own = all.coordinates(c), cell = map.first + own;
      if (near.at(own) == Nearness::outside) continue;
      cells.push_back(cell);
      for (int axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], cell[axis]);
        high[axis] = std::max(high[axis], cell[axis]);
      }
    }
  }
  bool may_meet(const Side& other) const {
    for (int axis = 0; axis < 3; ++axis)
      if (high[axis] < other.low[axis] || other.high[axis] < low[axis]) return false;
    return true;
  }
  /// @param cell  of the grid
  bool may_be_in(Int3 cell) const {
    const Int3 own = cell - body.first;
    return body.cells().contains(own) && near.at(own) != Nearness::outside;
  }
  double operator()(Vec3 x) const { return shape.distance(x); }
};

struct Depth {
  double depth = 0;
  Vec3 at;
};

/// The largest -(a + b) where both are negative, at the middles of a cell's octants.
template <class A, class B>
Depth depth_in_cell(Vec3 lower, double h, const A& a, const B& b) {
  Depth deepest;
  for (int n = 0; n < 8; ++n) {
    const Vec3 at{0.25 + 0.5 * (n & 1), 0.25 + 0.5 * ((n >> 1) & 1), 0.25 + 0.5 * (n >> 2)};
    const Vec3 x = lower + h * at;
    const double distance_b = b(x);
    if (!(distance_b < 0)) continue;
    const double distance_a = a(x);
    const double depth = -(distance_a + distance_b);
    if (distance_a < 0 && depth > deepest.depth) deepest = {depth, x};
  }
  return deepest;
}

class OverlapSearch {
 public:
  explicit OverlapSearch(const FrameMaps& maps) : maps_(maps) {
    for (const BodyMap& body : maps.bodies) sides_.emplace_back(body, maps);
  }

  void look_at(std::size_t body, const ObstaclePlace& obstacle) {
    constexpr double half_diagonal = 0.87;  // of a cell [h]
    const Side& side = sides_[body];
    const auto distance = [&](Vec3 x) { return signed_distance(obstacle.shape, x); };
    for (const Int3 cell : side.cells) {
      const Vec3 lower = corner(cell);
      const Vec3 middle = lower + 0.5 * maps_.h * Vec3{1, 1, 1};
      if (distance(middle) < half_diagonal * maps_.h)
        note(depth_in_cell(lower, maps_.h, side, distance), side, obstacle.name);
    }
  }
  void look_at(std::size_t body, std::size_t other) {
    const Side &side = sides_[body], &partner = sides_[other];
    for (const Int3 cell : side.cells)
      if (partner.may_be_in(cell))
        note(depth_in_cell(corner(cell), maps_.h, side, partner), side, partner.body.name);
  }
  bool may_meet(std::size_t body, std::size_t other) const {
    return sides_[body].may_meet(sides_[other]);
  }
  const Overlap& deepest() const { return deepest_; }

 private:
  Vec3 corner(Int3 cell) const {
    return maps_.origin + maps_.h * Vec3{double(cell.x), double(cell.y), double(cell.z)};
  }
  void note(Depth found, const Side& side, const std::string& partner) {
    if (found.depth > deepest_.depth) deepest_ = {found.depth, side.body.name, partner, found.at};
  }

  const FrameMaps& maps_;
  std::vector<Side> sides_;
  Overlap deepest_;
};

}  // namespace

Overlap deepest_overlap(
    const FrameMaps& maps,
    const std::function<bool(const std::string&, const std::string&)>& may_touch) {
  OverlapSearch search(maps);
  for (std::size_t body = 0; body < maps.bodies.size(); ++body) {
    const std::string& name = maps.bodies[body].name;
    for (const ObstaclePlace& obstacle : maps.obstacles)
      if (may_touch(name, obstacle.name)) search.look_at(body, obstacle);
    for (std::size_t other = 0; other < body; ++other)
      if (search.may_meet(body, other) && may_touch(name, maps.bodies[other].name))
        search.look_at(body, other);
  }
  return search.deepest();
}

}  // namespace eulersolid
