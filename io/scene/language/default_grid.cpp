#include "io/scene/language/default_grid.h"

#include <algorithm>
#include <cmath>

namespace eulersolid {

namespace {

void include(Bounds& all, const Bounds& other) {
  for (int axis = 0; axis < 3; ++axis) {
    all.low[axis] = std::min(all.low[axis], other.low[axis]);
    all.high[axis] = std::max(all.high[axis], other.high[axis]);
  }
}

Bounds bounds_at_start(const Scene& scene) {
  Bounds all = bounds(placed(scene.bodies.front()));
  for (const BodySpec& body : scene.bodies) include(all, bounds(placed(body)));
  for (const ObstacleSpec& obstacle : scene.obstacles)
    if (shape_of(obstacle.shape).kind != ShapeKind::plane) include(all, bounds(placed(obstacle)));
  return all;
}

}  // namespace

double default_cell_size(const Scene& scene) {
  constexpr double cells = 8;
  double least = INFINITY;
  for (const BodySpec& body : scene.bodies)
    least = std::min(least, thickness(shape_of(body.shape)));
  const double unit = std::pow(10, std::floor(std::log10(least / cells)) - 2);
  return std::round(least / cells / unit) * unit;
}

void fill_domain(Scene& scene, bool has_origin, bool has_size) {
  const Bounds all = bounds_at_start(scene);
  const Vec3 extent = all.high - all.low;
  const double margin = 0.5 * std::max({extent.x, extent.y, extent.z}), h = scene.grid.cell_size;
  for (int axis = 0; axis < 3; ++axis) {
    double& origin = scene.grid.origin[axis];
    double& size = scene.grid.size[axis];
    if (!has_origin) origin = std::floor((all.low[axis] - margin) / h) * h;
    if (!has_size) size = std::max(4.0, std::ceil((all.high[axis] + margin - origin) / h)) * h;
  }
}

}  // namespace eulersolid
