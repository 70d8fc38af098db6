#include "io/scene/checks/check_periodic.h"

#include <fmt/format.h>

#include <cmath>

#include "io/constants.h"
#include "io/scene/checks/shared_checks.h"

namespace eulersolid {

namespace {

bool is_whole_number(double cells) { return std::fabs(cells - std::round(cells)) <= 1e-6; }

bool fits(const Scene::Domain& grid, double cell_size) {
  for (int axis = 0; axis < 3; ++axis)
    if (grid.repeats(axis) && !is_whole_number(grid.size[axis] / cell_size)) return false;
  return true;
}

void check_cells(const Scene::Domain& grid, int axis, const ScenePlaces& places) {
  const double cells = grid.size[axis] / grid.cell_size;
  if (is_whole_number(cells)) return;
  const double fitting = fitting_cell_size(grid, grid.cell_size);
  fail_at(
      places.of({"grid", "size"}),
      fmt::format("[grid] size is {:.6g} m along {}, {:.6g} cells, but must be a whole number of "
                  "them where the domain is periodic; take {:.6g} or {:.6g} m{}",
                  grid.size[axis], "xyz"[axis], cells, std::floor(cells) * grid.cell_size,
                  std::ceil(cells) * grid.cell_size,
                  fits(grid, fitting) ? fmt::format(", or cells of {} m", fitting) : ""));
}

/// A body is to be some cells away from its own copies.
void check_length(const Scene& scene, std::size_t b, int axis, const ScenePlaces& places) {
  const BodySpec& body = scene.bodies[b];
  const Bounds box = bounds_at_start(body);
  const double length = box.high[axis] - box.low[axis], period = scene.grid.size[axis];
  if (length <= period - periodic_room * scene.grid.cell_size) return;
  fail_at(places.of_body(b, "shape"),
          fmt::format("[body \"{}\"] is {:.6g} m long along {}, where all is there again after "
                      "{:.6g} m; it must be {} cells shorter, or it meets itself",
                      body.name, length, "xyz"[axis], period, periodic_room));
}

void check_plane(const Scene& scene, std::size_t o, int axis, const ScenePlaces& places) {
  const PlacedShape plane = placed(scene.obstacles[o]);
  if (plane.shape.kind != ShapeKind::plane) return;
  const Vec3 normal = plane.pose.rotation * plane.shape.normal;
  if (std::fabs(normal[axis]) < 1e-9) return;
  fail_at(places.of_obstacle(o, "normal"),
          fmt::format("[obstacle \"{}\"] is a plane across {}, along which the domain is periodic; "
                      "take a box",
                      scene.obstacles[o].name, "xyz"[axis]));
}

}  // namespace

double fitting_cell_size(const Scene::Domain& grid, double most) {
  int along = 0;
  while (along < 3 && !grid.repeats(along)) ++along;
  if (along == 3 || !(grid.size[along] > 0)) return most;
  const double size = grid.size[along], fewest = std::ceil(size / most - 1e-9);
  for (double cells = fewest; cells <= 4 * fewest; ++cells)
    if (fits(grid, size / cells)) return size / cells;
  return most;
}

void check_periodic(const Scene& scene, const ScenePlaces& places) {
  if (scene.grid.periodic.empty()) return;
  if (!places.has({"grid", "size"}))
    fail_at(places.of({"grid", "periodic"}),
            "[grid] periodic needs a size: what all is there again after");
  for (int axis = 0; axis < 3; ++axis) {
    if (!scene.grid.repeats(axis)) continue;
    check_cells(scene.grid, axis, places);
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) check_length(scene, b, axis, places);
    for (std::size_t o = 0; o < scene.obstacles.size(); ++o) check_plane(scene, o, axis, places);
  }
}

}  // namespace eulersolid
