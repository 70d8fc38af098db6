#include "grid/motion/resample.h"

#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "grid/constants.h"
#include "grid/motion/cubic.h"
#include "kernels/core/parallel_for.h"
#include "surface/smooth_map.h"

ES_BEGIN

namespace {

/// Is each node known of the box from `low` to `high` around a cell's corner 0?
ES_HD bool is_known(const GridFields& fields, Int3 cell, int low, int high) {
  for (int k = low; k <= high; ++k)
    for (int j = low; j <= high; ++j)
      for (int i = low; i <= high; ++i) {
        const Int3 node = cell + Int3{i, j, k};
        if (!fields.node_box.contains(node)) return false;
        if (fields.layers[fields.node_box.index(node)] > layer::last) return false;
      }
  return true;
}

/// The lattice cell of a point at rest.
using Key = std::tuple<int, int, int>;
Key key_of(Vec3 X, double size, Int3 shift = {}) {
  const Int3 cell = cell_of({X.x / size, X.y / size, X.z / size});
  return {cell.x + shift.x, cell.y + shift.y, cell.z + shift.z};
}

/// Finds the nearest of points that are about `spacing` apart.
class NearestPoints {
 public:
  NearestPoints(const std::vector<Vec3>& points, double spacing)
      : points_(points), size_(2 * spacing) {
    for (std::size_t p = 0; p < points.size(); ++p) places_.emplace(key_of(points[p], size_), p);
  }
  std::size_t operator()(Vec3 X) const {
    std::size_t nearest = 0;
    double least = INFINITY;
    const auto take = [&](std::size_t p) {
      const double distance = norm(points_[p] - X);
      if (distance < least) nearest = p, least = distance;
    };
    for (int n = 0; n < 27; ++n) {
      const auto [begin, end] =
          places_.equal_range(key_of(X, size_, {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1}));
      for (auto at = begin; at != end; ++at) take(at->second);
    }
    if (least == INFINITY)
      for (std::size_t p = 0; p < points_.size(); ++p) take(p);
    return nearest;
  }

 private:
  const std::vector<Vec3>& points_;
  double size_;
  std::multimap<Key, std::size_t> places_;
};

}  // namespace

void resample(const GridFields& from, const GridSpec& grid, BodyState& to) {
  const NodeBox node_box = to.node_box;
  const Cells nodes = from.node_box.nodes;
  const Span<Vec3> u = to.u.span(), v = to.v.span();
  const Span<std::int8_t> layers = to.layers.span();
  parallel_for(layers.size, [=] ES_DEVICE(Index n) {
    const Vec3 x = grid.position(node_box.to_grid(n));
    const Int3 cell = cell_at(from.grid, x);
    layers[n] = layer::unknown;
    if (!is_known(from, cell, 0, 1)) return;
    const Place at{from.node_box.index(cell), (1 / from.grid.h) * (x - from.grid.position(cell))};
    const bool smooth = is_known(from, cell, -1, 2);
    u[n] = smooth ? cubic::interpolate(from.u, nodes, at.lower, at.xi)
                  : interpolate(from.u, nodes, at);
    v[n] = smooth ? cubic::interpolate(from.v, nodes, at.lower, at.xi)
                  : interpolate(from.v, nodes, at);
    layers[n] = 1;
  });
}

void place_points(const GridFields& fields, const std::vector<Vec3>& known_rest,
                  const std::vector<Vec3>& known, double spacing, const std::vector<Vec3>& rest,
                  DeviceVector<Vec3>& points) {
  const NearestPoints nearest(known_rest, spacing);
  std::vector<Vec3> start;
  for (const Vec3 X : rest) start.push_back(known[nearest(X)]);
  points.assign(start);
  const DeviceVector<Vec3> material(rest);
  const Span<Vec3> x = points.span();
  const Span<const Vec3> X = material.span();
  const SmoothMap map{fields.grid.position(fields.node_box.first),
                      fields.grid.h,
                      fields.node_box.nodes,
                      fields.u,
                      fields.layers,
                      layer::last};
  // Of place_of: where a body is stretched a point may be some cells away.
  constexpr int rounds = 3;
  parallel_for(x.size, [=] ES_DEVICE(Index p) {
    for (int round = 0; round < rounds; ++round) x[p] = place_of(map, X[p], x[p]);
  });
}

ES_END
