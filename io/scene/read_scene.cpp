#include "io/scene/read_scene.h"

#include <cmath>
#include <filesystem>

#include "grid/materials/law_table.h"
#include "io/scene/check_scene.h"
#include "io/scene/check_start.h"
#include "io/scene/scene_keys.h"

namespace eulersolid {

namespace {

// The readers below take what is there and leave what is not as it is: check_keys() has made sure
// of types and of required keys, and scene.h holds the defaults.

void take(const TomlValue& table, std::string_view key, double& number) {
  if (const TomlValue* value = table.find(key)) number = value->number;
}

void take(const TomlValue& table, std::string_view key, std::optional<double>& number) {
  if (const TomlValue* value = table.find(key)) number = value->number;
}

void take(const TomlValue& table, std::string_view key, int& number) {
  if (const TomlValue* value = table.find(key)) number = static_cast<int>(value->integer);
}

void take(const TomlValue& table, std::string_view key, bool& claim) {
  if (const TomlValue* value = table.find(key)) claim = value->boolean;
}

void take(const TomlValue& table, std::string_view key, std::string& text) {
  if (const TomlValue* value = table.find(key)) text = value->text;
}

void take(const TomlValue& table, std::string_view key, Vec3& vector) {
  if (const TomlValue* value = table.find(key))
    vector = {value->items[0].number, value->items[1].number, value->items[2].number};
}

void take(const TomlValue& table, std::string_view key, RotationSpec& rotation) {
  if (const TomlValue* value = table.find(key)) {
    take(*value, "axis", rotation.axis);
    take(*value, "angle", rotation.angle);
  }
}

/// The tables of an array, none when it is not there.
const std::vector<TomlValue>& tables(const TomlValue& table, std::string_view key) {
  static const std::vector<TomlValue> none;
  const TomlValue* value = table.find(key);
  return value == nullptr ? none : value->items;
}

const TomlValue& section(const TomlValue& document, std::string_view key) {
  static const TomlValue none;
  const TomlValue* value = document.find(key);
  return value == nullptr ? none : *value;
}

MaterialSpec material_of(const TomlValue& table) {
  MaterialSpec material;
  take(table, "model", material.model);
  take(table, "density", material.density);
  take(table, "viscosity", material.viscosity);
  for (const LawParameter& parameter : law_named(material.model).parameters)
    take(table, parameter.key, material.parameters[std::string(parameter.key)]);
  return material;
}

BodySpec body_of(const TomlValue& table, std::size_t number) {
  BodySpec body;
  body.name = name_of("body", table, number);
  body.shape = read_shape(table);
  take(table, "centre", body.centre);
  take(table, "rotation", body.rotation);
  take(table, "velocity", body.velocity);
  take(table, "angular_velocity", body.angular_velocity);
  body.material = material_of(section(table, "material"));
  return body;
}

ObstacleSpec obstacle_of(const TomlValue& table, std::size_t number) {
  ObstacleSpec obstacle;
  obstacle.name = name_of("obstacle", table, number);
  obstacle.shape = read_shape(table);
  take(table, place_key(obstacle.shape.kind), obstacle.motion.position);
  take(table, "rotation", obstacle.rotation);
  take(table, "friction", obstacle.friction);
  for (const TomlValue& key : tables(table, "keyframes")) {
    Keyframe& keyframe = obstacle.motion.keyframes.emplace_back();
    take(key, "time", keyframe.time);
    take(key, "position", keyframe.position);
  }
  return obstacle;
}

void take_contact(const TomlValue& table, Scene::Contact& contact) {
  take(table, "friction", contact.friction);
  take(table, "solver", contact.solver);
  take(table, "tolerance", contact.tolerance);
  take(table, "max_solves", contact.max_schur_columns);
  take(table, "max_staggered", contact.max_staggered);
  for (const TomlValue& row : tables(table, "pair")) {
    PairFriction& pair = contact.pairs.emplace_back();
    const std::vector<TomlValue>& names = tables(row, "bodies");
    if (!names.empty()) pair.first = names.front().text;
    if (names.size() > 1) pair.second = names[1].text;
    take(row, "friction", pair.friction);
  }
}

void take_output(const TomlValue& table, Scene::Output& output) {
  take(table, "name", output.name);
  take(table, "fps", output.fps);
  take(table, "start_frame", output.start_frame);
  take(table, "velocity_name", output.velocity_name);
  take(table, "half", output.half);
  take(table, "per_body", output.per_body);
  take(table, "preview", output.preview);
  for (const TomlValue& grid : tables(table, "extra")) output.extra.push_back(grid.text);
}

Scene scene_of(const TomlValue& document, const std::string& source) {
  Scene scene;
  scene.source = source;
  const TomlValue& time = section(document, "time");
  take(time, "duration", scene.time.duration);
  take(time, "dt", scene.time.dt);
  take(time, "cfl", scene.time.cfl);
  take(time, "allow_unstable", scene.time.allow_unstable);
  const TomlValue& grid = section(document, "grid");
  take(grid, "origin", scene.grid.origin);
  take(grid, "size", scene.grid.size);
  take(grid, "cell_size", scene.grid.cell_size);
  take(document, "gravity", scene.gravity);
  take_contact(section(document, "contact"), scene.contact);
  scene.output.name = std::filesystem::path(source).stem().string();
  take_output(section(document, "output"), scene.output);
  for (const TomlValue& table : tables(document, "body"))
    scene.bodies.push_back(body_of(table, scene.bodies.size() + 1));
  for (const TomlValue& table : tables(document, "obstacle"))
    scene.obstacles.push_back(obstacle_of(table, scene.obstacles.size() + 1));
  return scene;
}

/// What follows from what was written: unit normals, and where moving obstacles start.
void complete(Scene& scene) {
  for (ObstacleSpec& obstacle : scene.obstacles) {
    // A normal of unit length but for rounding stays as it is, or reading would change it each
    // time.
    if (std::fabs(norm(obstacle.shape.normal) - 1) > 1e-14)
      obstacle.shape.normal = normalized(obstacle.shape.normal);
    obstacle.motion.position = position_at(obstacle.motion, 0);
  }
}

Scene checked_scene(TomlValue document, const std::string& source,
                    const std::vector<SceneOverride>& overrides,
                    std::vector<std::string>* warnings) {
  for (const SceneOverride& change : overrides) apply_override(document, change);
  check_keys(document);
  Scene scene = scene_of(document, source);
  const ScenePlaces places(document);
  std::vector<std::string> found;
  check_meaning(scene, places, found);
  complete(scene);
  check_start(scene, places, found);
  if (warnings != nullptr) *warnings = std::move(found);
  return scene;
}

}  // namespace

Scene read_scene(const std::string& path, const std::vector<SceneOverride>& overrides,
                 std::vector<std::string>* warnings) {
  return checked_scene(read_toml(path), path, overrides, warnings);
}

Scene parse_scene(std::string_view text, const std::string& name,
                  const std::vector<SceneOverride>& overrides, std::vector<std::string>* warnings) {
  return checked_scene(parse_toml(text, name), name, overrides, warnings);
}

}  // namespace eulersolid
