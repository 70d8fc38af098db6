#include "io/scene/sizes/check_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/constants.h"
#include "io/scene/checks/check_time.h"
#include "io/scene/sizes/frame_size.h"

namespace eulersolid {

namespace {

void check_grid(const Scene::Domain& grid, const ScenePlaces& places) {
  const std::string place = places.of({"grid", "cell_size"});
  if (grid.cell_size < smallest_voxel)  // which only one that was left out can be
    fail_at(place, fmt::format("[grid] cell_size is {:.3g} m when left out, an eighth of the "
                               "thickness of the thinnest body, but must be >= {}; make all larger",
                               grid.cell_size, smallest_voxel));
  for (int axis = 0; axis < 3; ++axis) {
    const double cells = grid.size[axis] / grid.cell_size;
    if (cells >= fewest_cells - 1e-9 && cells <= max_cells) continue;
    fail_at(place, fmt::format("[grid] cell_size is {} m, which makes {:.6g} cells along {}, but "
                               "there must be {} to {}",
                               grid.cell_size, cells, "xyz"[axis], fewest_cells, max_cells));
  }
}

/// Greatest coordinate, without its sign.
double reach(Vec3 p) { return std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}); }
double reach(const Bounds& box) { return std::max(reach(box.low), reach(box.high)); }

/// As far as it is known: at the start, and where its keyframes put its place.
double reach(const ObstacleSpec& obstacle) {
  double farthest_place = reach(obstacle.motion.value);
  for (const Keyframe& keyframe : obstacle.motion.keyframes)
    farthest_place = std::max(farthest_place, reach(keyframe.value));
  const PlacedShape shape = placed(obstacle);
  if (shape.shape.kind == ShapeKind::plane) return farthest_place;
  return std::max(farthest_place, reach(bounds(shape)));
}

void check_reach(double reach, double h, const std::string& place, const std::string& what) {
  if (reach <= farthest * h) return;
  fail_at(place,
          fmt::format("{} reaches {:.3g} m from the origin of coordinates, {:.3g} cells, too far "
                      "to resolve a cell; it must lie within {:.3g} m, {:.0g} cells",
                      what, reach, reach / h, farthest * h, farthest));
}

void check_places(const Scene& scene, const ScenePlaces& places) {
  const Scene::Domain& grid = scene.grid;
  const double h = grid.cell_size;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    check_reach(reach(bounds_at_start(scene.bodies[i])), h, places.of_body(i, "centre"),
                fmt::format("[body \"{}\"]", scene.bodies[i].name));
  for (std::size_t i = 0; i < scene.obstacles.size(); ++i)
    check_reach(reach(scene.obstacles[i]), h, places.of_obstacle(i, ""),
                fmt::format("[obstacle \"{}\"]", scene.obstacles[i].name));
  check_reach(reach(Bounds{grid.origin, grid.origin + grid.size}), h, places.of({"grid", "origin"}),
              "[grid]");
}

/// An image holds all voxels of its box, and bodies may come to lie at the ends of the domain.
void check_image(const Scene& scene, const ScenePlaces& places) {
  if (!scene.output.vti) return;
  const double voxel = voxel_size(scene), bytes = image_memory(scene.grid.size, voxel);
  if (bytes <= largest_frame) return;
  fail_at(places.of({"output", "vti"}),
          fmt::format("[output] vti is true, but images of the whole domain with voxels of {} m "
                      "take up to {:.2g} TB of memory, and must take {:.2g} TB at most",
                      voxel, bytes * 1e-12, largest_frame * 1e-12));
}

/// The body that nearly all of a frame is for, where there are others: its lengths may lack a unit.
std::string about_giant(const Scene& scene, double voxel, double bytes) {
  constexpr double nearly_all = 0.9;
  for (const BodySpec& body : scene.bodies) {
    if (scene.bodies.size() == 1 || frame_memory(body, voxel) < nearly_all * bytes) continue;
    const Bounds box = bounds_at_start(body);
    return fmt::format(
        "; nearly all of it is for body \"{}\", {:.3g} m across: a length without a "
        "unit is in m",
        body.name, reach(box.high - box.low));
  }
  return "";
}

void check_voxels(const Scene& scene, const ScenePlaces& places) {
  const double voxel = voxel_size(scene);
  const std::string place = places.of({"output", "voxel_size"});
  if (voxel > scene.grid.cell_size * (1 + 1e-9))
    fail_at(place, fmt::format("[output] voxel_size is {} m, but must be at most cell_size, {} m",
                               voxel, scene.grid.cell_size));
  const double bytes = frame_memory(scene, voxel);
  if (bytes <= largest_frame) return;
  double fits = voxel;
  while (frame_memory(scene, fits) > largest_frame) fits *= 1.02;
  fail_at(place,
          fmt::format("[output] voxel_size is {} m, with which a frame takes about {:.2g} TB "
                      "of memory, but must be at least {:.2g} m, for {:.2g} TB{}",
                      voxel, bytes * 1e-12, fits, largest_frame * 1e-12,
                      about_giant(scene, voxel, bytes)));
}

/// Files have places in single precision, of 24 bits.
void warn_of_coarse_places(const Scene& scene, const ScenePlaces& places,
                           std::vector<std::string>& warnings) {
  constexpr double most = 1.0 / 16;  // of a voxel
  const double voxel = voxel_size(scene);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const double far = reach(bounds_at_start(scene.bodies[i])), step = std::ldexp(far, -23);
    if (step <= most * voxel) continue;
    warnings.push_back(fmt::format(
        "{}: [body \"{}\"] is {:.3g} m from the origin of coordinates, where files hold places in "
        "steps of {:.2g} voxels; surfaces and textures will be as coarse",
        places.of_body(i, "centre"), scene.bodies[i].name, far, step / voxel));
    return;  // there may be thousands
  }
}

/// A body that lies as far away as a length in another unit would put it.
void warn_of_far_bodies(const Scene& scene, const ScenePlaces& places,
                        std::vector<std::string>& warnings) {
  constexpr double most = 100;  // times what all bodies measure: they are a few pixels of a picture
  Vec3 middle;
  double sizes = 0;
  for (const BodySpec& body : scene.bodies) {
    const Bounds box = bounds_at_start(body);
    middle += (0.5 / double(scene.bodies.size())) * (box.low + box.high);
    sizes += reach(box.high - box.low);
  }
  std::size_t farthest_body = 0;
  double away = 0;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Bounds box = bounds_at_start(scene.bodies[i]);
    const double its = reach(0.5 * (box.low + box.high) - middle);
    if (its > away) away = its, farthest_body = i;
  }
  if (away <= most * sizes) return;
  warnings.push_back(fmt::format(
      "{}: [body \"{}\"] is {:.3g} m from the middle of all bodies, more than {:.0f} "
      "times what they measure; a length without a unit is in m",
      places.of_body(farthest_body, "centre"), scene.bodies[farthest_body].name, away, most));
}

/// A body whose weight would press its base to half its height: a length, or a stiffness, in
/// another unit. The stress at the base of a column, over the modulus of pressure waves, is g L /
/// c^2.
void warn_of_soft_giants(const Scene& scene, const ScenePlaces& places,
                         std::vector<std::string>& warnings) {
  constexpr double most = 0.5;
  const Vec3 gravity = value_at(scene.gravity, 0);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const BodySpec& body = scene.bodies[i];
    if (body.is_rigid()) continue;
    const Bounds box = bounds_at_start(body);
    const Vec3 size = box.high - box.low;
    const double height_times_g = std::fabs(gravity.x) * size.x + std::fabs(gravity.y) * size.y +
                                  std::fabs(gravity.z) * size.z;
    const double c = pressure_wave_speed(slowest_material(body)),
                 pressed = height_times_g / (c * c);
    if (pressed <= most) continue;
    warnings.push_back(fmt::format(
        "{}: [body \"{}\"] is {:.3g} m across and too soft for its weight, which presses its base "
        "with {:.2g} times its stiffness; a length without a unit is in m, and youngs_modulus in "
        "Pa",
        places.of_body(i, "material"), body.name, reach(size), pressed));
    return;  // there may be thousands
  }
}

}  // namespace

void check_sizes(const Scene& scene, const ScenePlaces& places,
                 std::vector<std::string>& warnings) {
  check_grid(scene.grid, places);
  check_places(scene, places);
  check_voxels(scene, places);
  check_image(scene, places);
  warn_of_coarse_places(scene, places, warnings);
  warn_of_far_bodies(scene, places, warnings);
  warn_of_soft_giants(scene, places, warnings);
}

}  // namespace eulersolid
