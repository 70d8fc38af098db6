#include "io/scene/checks/check_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/constants.h"
#include "io/scene/checks/check_deformation.h"
#include "io/scene/checks/check_periodic.h"
#include "io/scene/checks/check_time.h"
#include "kernels/core/error.h"
#include "shapes/overlap.h"

namespace eulersolid {

namespace {

void check_inside(const BodySpec& body, const Scene::Domain& grid, const std::string& place) {
  const Bounds box = bounds_at_start(body);
  const Vec3 low = grid.origin, high = grid.origin + grid.size;
  const double slack = 1e-9 * grid.cell_size;
  for (int axis = 0; axis < 3; ++axis) {
    if (grid.repeats(axis)) continue;
    if (box.low[axis] >= low[axis] - slack && box.high[axis] <= high[axis] + slack) continue;
    const bool is_larger = box.high[axis] - box.low[axis] > high[axis] - low[axis];
    throw InputError(fmt::format(
        "{}: [body \"{}\"] reaches from {:.6g} to {:.6g} m along {}, but must lie in the domain, "
        "{:.6g} to {:.6g} m{}",
        place, body.name, box.low[axis], box.high[axis], "xyz"[axis], low[axis], high[axis],
        is_larger && body.shape.values.contains("scale")
            ? "; is its scale right? Of a file in millimetres, scale = 0.001"
            : ""));
  }
}

/// To three digits, and never more than it is: 2.996 cells are not 3.
double rounded_down(double x) {
  const double unit = std::pow(10, std::floor(std::log10(x)) - 2);
  return std::floor(x / unit * (1 + 1e-12)) * unit;
}

void check_thickness(const BodySpec& body, double h, const std::string& place,
                     std::vector<std::string>& warnings) {
  const double thin = thickness_at_start(body), cells = thin / h;
  if (cells >= thinnest - 1e-9) return;
  const std::string fact =
      fmt::format("{}: [body \"{}\"] is {:.3g} cells thin", place, body.name, rounded_down(cells));
  if (thin < smallest_voxel)
    throw InputError(
        fmt::format("{}; it is {:.3g} m thin, too little for any grid, whose cells "
                    "have {} m at least{}",
                    fact, thin, smallest_voxel,
                    body.shape.values.contains("scale") ? "; is scale right?" : ""));
  warnings.push_back(
      fmt::format("{}, too thin to be resolved; give it at least {} cells or take a "
                  "cell_size of at most {:.3g} m",
                  fact, thinnest, std::max(rounded_down(thin / thinnest), smallest_voxel)));
}

/// What is thinner than the cells that look for it may be passed between them.
void check_thickness(const ObstacleSpec& obstacle, double h, const std::string& place,
                     std::vector<std::string>& warnings) {
  const Shape shape = shape_of(obstacle.shape);
  if (shape.kind == ShapeKind::plane) return;
  const double thin = thickness(shape), cells = thin / h;
  if (cells >= thinnest_obstacle - 1e-9) return;
  warnings.push_back(fmt::format(
      "{}: [obstacle \"{}\"] is {:.3g} cells thin, bodies may pass through it; give it at least {} "
      "cell or take a cell_size of at most {:.3g} m",
      place, obstacle.name, rounded_down(cells), thinnest_obstacle,
      std::max(rounded_down(thin / thinnest_obstacle), smallest_voxel)));
}

/// How deep two shapes reach into each other [m]; none where that is allowed.
/// @param most  that may be [cells]
double forbidden_overlap(const PlacedShape& a, const PlacedShape& b, const Scene::Domain& grid,
                         double most) {
  const double h = grid.cell_size, allowed = most * h;
  double deepest = 0;
  const auto middle = [](const PlacedShape& placed) {
    const Bounds box = bounds(placed);
    return 0.5 * (box.low + box.high);
  };
  // A plane is the same after a period: it is along the axes that have one.
  const bool plane = b.shape.kind == ShapeKind::plane;
  grid.for_copies(plane ? Vec3{} : middle(b) - middle(a), [&](Vec3 offset) {
    PlacedShape copy = b;
    copy.pose.position += offset;
    deepest = std::max(deepest, overlap(a, copy, allowed, h / 64));
  });
  return deepest > allowed * (1 + 1e-9) ? deepest : 0;
}

[[noreturn]] void fail_overlap(const std::string& place, const BodySpec& body,
                               const std::string& other, double depth, double h,
                               bool may_be_allowed) {
  throw InputError(fmt::format(
      "{}: [body \"{}\"] and {} overlap by {:.2g} cells at the start, but may by at most {}; move "
      "one of them{}",
      place, body.name, other, depth / h, allowed_overlap,
      may_be_allowed ? ", or set contact.allow_overlap = true" : ""));
}

/// Where overlaps are allowed: contact does not find what is too deep.
void check_depth(const PlacedShape& a, const PlacedShape& b, const std::string& names,
                 const Scene::Domain& grid, const std::string& place,
                 std::vector<std::string>& warnings) {
  const double h = grid.cell_size, depth = forbidden_overlap(a, b, grid, deepest_start);
  if (depth == 0) return;
  warnings.push_back(fmt::format(
      "{}: {} overlap by {:.2g} cells at the start; contact pushes apart what overlaps by {} at "
      "most, these may pass through each other; move one of them, or take a cell_size of at least "
      "{:.3g} m",
      place, names, depth / h, deepest_start, depth / deepest_start));
}

/// What is attached is so where surfaces meet, and elsewhere nothing keeps it apart.
void warn_of_seam(const Scene& scene, const PlacedShape& a, const PlacedShape& b,
                  const std::string& name, const std::string& other, const std::string& place,
                  std::vector<std::string>& warnings) {
  constexpr double most = 0.5;  // as far as surfaces are tied [cells]
  for (const PairContact& pair : scene.contact.pairs)
    if (pair.is_of(name, other)) return;  // who says that they pass knows it
  const double depth = forbidden_overlap(a, b, scene.grid, most);
  if (depth == 0) return;
  warnings.push_back(
      fmt::format("{}: [body \"{}\"] is attached to \"{}\", but overlaps it by {:.2g} cells at the "
                  "start; it is held only where their surfaces are within {} of each other; let "
                  "them meet",
                  place, name, other, depth / scene.grid.cell_size, most));
}

/// What moves at the start, or does not.
struct Thing {
  std::string name;  ///< as a sentence has it
  Vec3 centre, velocity;
  double wave_speed = INFINITY;  ///< of pressure waves at rest [m/s]
};

Thing thing_of(const BodySpec& body) {
  return {fmt::format("body \"{}\"", body.name), placed(body).pose.position, body.velocity,
          body.is_rigid() ? INFINITY : pressure_wave_speed(slowest_material(body))};
}

/// Two things whose centres close in on each other faster than contact resolves.
void check_speed(const Thing& a, const Thing& b, const std::string& place,
                 std::vector<std::string>& warnings) {
  const double closing = dot(a.velocity - b.velocity, normalized(b.centre - a.centre));
  const Thing& softer = a.wave_speed <= b.wave_speed ? a : b;
  if (!(closing > max_closing * softer.wave_speed)) return;
  warnings.push_back(fmt::format(
      "{}: {} and {} close in on each other at {:.3g} m/s, {:.2g} times the speed of pressure "
      "waves in {} ({:.3g} m/s); above {} times it a hit may end the run, or take the wrong energy",
      place, a.name, b.name, closing, closing / softer.wave_speed, softer.name, softer.wave_speed,
      max_closing));
}

/// The part of an obstacle that is nearest to a place, as it moves at the start.
Thing thing_of(const ObstacleSpec& obstacle, Vec3 near) {
  constexpr double moment = 1e-6;  // [s]
  const PlacedShape now = placed(obstacle), then = placed(obstacle, moment);
  Vec3 centre = now.pose.position;
  if (now.shape.kind == ShapeKind::plane) {
    const Vec3 normal = now.pose.rotation * now.shape.normal;
    centre = near - dot(near - centre, normal) * normal;
  }
  return {fmt::format("obstacle \"{}\"", obstacle.name), centre,
          (1 / moment) * (then.pose.position - now.pose.position)};
}

}  // namespace

void check_start(const Scene& scene, const ScenePlaces& places,
                 std::vector<std::string>& warnings) {
  const double h = scene.grid.cell_size;
  check_periodic(scene, places);
  const PassingPairs passing(scene);
  std::vector<PlacedShape> bodies;
  std::vector<Thing> things;
  for (std::size_t i = 0; i < scene.obstacles.size(); ++i)
    check_thickness(scene.obstacles[i], h, places.of_obstacle(i, "shape"), warnings);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const BodySpec& body = scene.bodies[i];
    const std::string place = places.of_body(i, "centre");
    check_inside(body, scene.grid, place);
    check_thickness(body, h, place, warnings);
    bodies.push_back(placed(body));
    things.push_back(thing_of(body));
    const auto check_speeds = [&](std::size_t mover, const Thing& other) {
      check_speed(things[mover], other, places.of_body(mover, "velocity"), warnings);
    };
    for (std::size_t j = 0; j < i; ++j) {
      if (passing.contains(body.name, scene.bodies[j].name)) continue;
      const bool moves_more = norm(things[i].velocity) > norm(things[j].velocity);
      check_speeds(moves_more ? i : j, things[moves_more ? j : i]);
    }
    for (const ObstacleSpec& obstacle : scene.obstacles)
      if (!passing.contains(body.name, obstacle.name))
        check_speeds(i, thing_of(obstacle, things[i].centre));
    if (body.is_deformed()) continue;  // its shape is known at rest
    for (std::size_t j = 0; j < i; ++j) {
      if (scene.bodies[j].is_deformed()) continue;
      if (passing.contains(body.name, scene.bodies[j].name)) {
        warn_of_seam(scene, bodies[i], bodies[j], body.name, scene.bodies[j].name, place, warnings);
        continue;
      }
      const std::string other = fmt::format("body \"{}\"", scene.bodies[j].name);
      if (scene.contact.allow_overlap)
        check_depth(bodies[i], bodies[j], fmt::format("[body \"{}\"] and {}", body.name, other),
                    scene.grid, place, warnings);
      else if (const double depth =
                   forbidden_overlap(bodies[i], bodies[j], scene.grid, allowed_overlap);
               depth > 0)
        fail_overlap(place, body, other, depth, h, depth <= deepest_start * h);
    }
    if (scene.contact.allow_overlap) continue;
    for (const ObstacleSpec& obstacle : scene.obstacles) {
      if (passing.contains(body.name, obstacle.name)) continue;
      if (const double depth =
              forbidden_overlap(bodies[i], placed(obstacle), scene.grid, allowed_overlap);
          depth > 0)
        fail_overlap(place, body, fmt::format("obstacle \"{}\"", obstacle.name), depth, h, true);
    }
  }
}

}  // namespace eulersolid
