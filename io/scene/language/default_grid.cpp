#include "io/scene/language/default_grid.h"

#include <algorithm>
#include <cmath>

#include "io/scene/checks/check_deformation.h"
#include "shapes/join_bounds.h"

namespace eulersolid {

namespace {

Bounds bounds_at_start(const Scene& scene) {
  Bounds all = empty_bounds();
  for (const BodySpec& body : scene.bodies) add(all, bounds_at_start(body));
  for (const ObstacleSpec& obstacle : scene.obstacles)
    if (shape_of(obstacle.shape).kind != ShapeKind::plane) add(all, bounds(placed(obstacle)));
  return all;
}

}  // namespace

double default_cell_size(const Scene& scene) {
  constexpr double cells = 8;
  double least = INFINITY;
  for (const BodySpec& body : scene.bodies) least = std::min(least, thickness_at_start(body));
  const double units = std::pow(10, 2 - std::floor(std::log10(least / cells)));  // in a metre
  return std::round(least / cells * units) / units;
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
