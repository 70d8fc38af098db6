#include "io/scene/solids/complete_scene.h"

#include <fmt/format.h>

#include <array>
#include <map>

#include "io/scene/checks/check_periodic.h"
#include "io/scene/language/default_grid.h"
#include "io/scene/language/placement.h"
#include "io/scene/solids/shape_context.h"

namespace eulersolid {

namespace {

using Surfaces = std::map<std::string, FileSurface>;

/// @param context  of the body's shape; as it is afterwards
void complete_region(BodySpec& body, std::size_t number, std::size_t of_body,
                     const ScenePlaces& places, ShapeContext context) {
  RegionSpec& region = body.regions[number];
  if (region.shape.name == whole_body) return;
  const auto path = [=](const std::string& key) {
    return std::array{std::string("body"), std::to_string(of_body), std::string("region"),
                      std::to_string(number), key};
  };
  context.label += fmt::format(" region \"{}\"", region.name);
  context.place = [&, path](std::string_view key) { return places.of(path(std::string(key))); };
  complete_shape(region.shape, context);
  const auto centre = path("centre");
  if (!region.shape.home || places.has({centre[0], centre[1], centre[2], centre[3], centre[4]}))
    return;
  region.centre = *region.shape.home - body.shape.home.value_or(body.centre);
}

/// @param cell_size  of the grid, or 0 where it is to follow from the shapes
void complete_shapes(Scene& scene, double cell_size, const ScenePlaces& places, Surfaces& surfaces,
                     std::vector<std::string>& warnings) {
  std::map<std::string, SampledSolid> made;
  ShapeContext context{cell_size, {}, {}, &warnings, &made, &surfaces};
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    BodySpec& body = scene.bodies[i];
    context.label = fmt::format("[body \"{}\"]", body.name);
    context.place = [&, i](std::string_view key) { return places.of_body(i, std::string(key)); };
    complete_shape(body.shape, context);
    if (!places.has("body", i, "centre")) body.centre = body.shape.home.value_or(body.centre);
    for (std::size_t r = 0; r < body.regions.size(); ++r)
      complete_region(body, r, i, places, context);
  }
  for (std::size_t i = 0; i < scene.obstacles.size(); ++i) {
    ObstacleSpec& obstacle = scene.obstacles[i];
    context.label = fmt::format("[obstacle \"{}\"]", obstacle.name);
    context.place = [&, i](std::string_view key) {
      return places.of_obstacle(i, std::string(key));
    };
    complete_shape(obstacle.shape, context);
    if (!places.has("obstacle", i, "centre") && obstacle.shape.home)
      obstacle.motion.value = *obstacle.shape.home;
    obstacle.motion.value = value_at(obstacle.motion, 0);
  }
}

}  // namespace

void complete_scene(Scene& scene, const ScenePlaces& places, std::vector<std::string>& warnings) {
  scene.gravity.value = value_at(scene.gravity, 0);
  Surfaces surfaces;  // files are read once
  if (!places.has({"grid", "cell_size"})) {
    Scene draft = scene;
    std::vector<std::string> said_again;
    complete_shapes(draft, 0, places, surfaces, said_again);
    scene.grid.cell_size = fitting_cell_size(scene.grid, default_cell_size(draft));
  }
  complete_shapes(scene, scene.grid.cell_size, places, surfaces, warnings);
  place_bodies(scene, places);
  const bool has_origin = places.has({"grid", "origin"}), has_size = places.has({"grid", "size"});
  if (!has_origin || !has_size) fill_domain(scene, has_origin, has_size);
  scene.output.voxel_size = voxel_size(scene);
}

}  // namespace eulersolid
