#include "io/scene/read_scene.h"

#include <cmath>
#include <filesystem>
#include <utility>

#include "grid/materials/law_table.h"
#include "io/scene/checks/check_preview.h"
#include "io/scene/checks/check_regions.h"
#include "io/scene/checks/check_scene.h"
#include "io/scene/checks/check_start.h"
#include "io/scene/language/arrays.h"
#include "io/scene/language/include_files.h"
#include "io/scene/language/rigid_bodies.h"
#include "io/scene/language/templates.h"
#include "io/scene/scene_keys.h"
#include "io/scene/sizes/check_sizes.h"
#include "io/scene/solids/complete_scene.h"

namespace eulersolid {

namespace {

// The readers below take what is there and leave what is not as it is: check_keys() has made sure
// of types and of required keys, and scene.h holds the defaults.

void take(const TomlValue& table, std::string_view key, double& number) {
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
  if (const TomlValue* value = table.find(key)) vector = vector_of(*value);
}

void take(const TomlValue& table, std::string_view key, Mat3& matrix) {
  if (const TomlValue* value = table.find(key))
    for (int row = 0; row < 3; ++row) matrix[row] = vector_of(value->items[std::size_t(row)]);
}

void take(const TomlValue& table, std::string_view key, std::vector<std::string>& texts) {
  if (const TomlValue* value = table.find(key))
    for (const TomlValue& item : value->items) texts.push_back(item.text);
}

void take(const TomlValue& table, std::string_view key, RotationSpec& rotation) {
  if (const TomlValue* value = table.find(key)) rotation = read_rotation(*value);
}

void take(const TomlValue& table, std::string_view key, PlaceSpec& place) {
  const TomlValue* value = table.find(key);
  if (value == nullptr) return;
  if (value->kind == TomlValue::Kind::text)
    place = value->text;
  else
    place = vector_of(*value);
}

void take(const TomlValue& table, std::string_view key, ColourRange& range) {
  if (const TomlValue* value = table.find(key))
    range = {value->items[0].number, value->items[1].number};
}

template <class Value>
void take(const TomlValue& table, std::string_view key, std::optional<Value>& value) {
  if (table.find(key) != nullptr) take(table, key, value.emplace());
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
  take(table, "fibre", material.fibre);
  take(table, "fibre_angle", material.fibre_angle);
  return material;
}

/// Those that have the vector.
/// @param value_key  of the vector in each of them
void take_keyframes(const TomlValue& table, std::string_view key, std::string_view value_key,
                    std::vector<Keyframe>& keyframes) {
  for (const TomlValue& row : tables(table, key)) {
    if (row.find(value_key) == nullptr) continue;
    Keyframe& keyframe = keyframes.emplace_back();
    take(row, "time", keyframe.time);
    take(row, value_key, keyframe.value);
    take(row, "smooth", keyframe.smooth);
  }
}

void take_turning(const TomlValue& table, Turning& turning) {
  take(table, "angular_velocity", turning.rate);
  for (const TomlValue& row : tables(table, "keyframes")) {
    if (row.find("rotation") == nullptr) continue;
    RotationKeyframe& keyframe = turning.keyframes.emplace_back();
    take(row, "time", keyframe.time);
    take(row, "rotation", keyframe.rotation);
    take(row, "smooth", keyframe.smooth);
  }
}

void take_factors(const TomlValue& table, KeyframedVector& load) {
  for (const TomlValue& row : tables(table, "load_keyframes")) {
    Keyframe& keyframe = load.keyframes.emplace_back();
    take(row, "time", keyframe.time);
    take(row, "factor", keyframe.value.x);
    take(row, "smooth", keyframe.smooth);
  }
}

RegionSpec region_of(const TomlValue& table, std::size_t number) {
  RegionSpec region;
  region.name = name_of("region", table, number);
  const TomlValue* shape = table.find("shape");
  const bool is_all = shape == nullptr || shape->text == whole_body;
  region.shape = is_all ? ShapeSpec(std::string(whole_body)) : read_shape(table);
  if (!is_all) take(table, shape_named(region.shape.name).place, region.centre);
  take(table, "rotation", region.rotation);
  take(table, "hold", region.hold);
  take(table, "velocity", region.velocity);
  take_turning(table, region.turning);
  take_keyframes(table, "keyframes", "shift", region.shift.keyframes);
  take(table, "attach", region.attach);
  take(table, "acceleration", region.acceleration);
  take(table, "force", region.force);
  take(table, "traction", region.traction);
  take(table, "pressure", region.pressure);
  take(table, "cavity", region.cavity);
  take(table, "gas_pressure", region.gas_pressure);
  take(table, "gas_exponent", region.gas_exponent);
  if (const TomlValue* material = table.find("material")) region.material = material_of(*material);
  take(table, "activation", region.activation);
  region.load.value = {1, 0, 0};
  take_factors(table, region.load);
  return region;
}

BodySpec body_of(const TomlValue& table, std::size_t number) {
  BodySpec body;
  body.name = name_of("body", table, number);
  body.shape = read_shape(table);
  take(table, "centre", body.centre);
  take(table, "on", body.on);
  take(table, "gap", body.gap);
  take(table, "rotation", body.rotation);
  take(table, "velocity", body.velocity);
  take(table, "angular_velocity", body.angular_velocity);
  take(table, "velocity_gradient", body.velocity_gradient);
  take(table, "deformation", body.deformation);
  body.material = material_of(section(table, "material"));
  for (const TomlValue& region : tables(table, "region"))
    body.regions.push_back(region_of(region, body.regions.size() + 1));
  return body;
}

JointSpec joint_of(const TomlValue& table, std::size_t number) {
  JointSpec joint;
  joint.name = name_of("joint", table, number);
  take(table, "type", joint.type);
  take(table, "bodies", joint.bodies);
  take(table, "at", joint.at);
  take(table, "axis", joint.axis);
  take(table, "torque", joint.torque);
  take(table, "speed", joint.speed);
  take(table, "max_torque", joint.max_torque);
  joint.load.value = {1, 0, 0};
  take_factors(table, joint.load);
  return joint;
}

ObstacleSpec obstacle_of(const TomlValue& table, std::size_t number) {
  ObstacleSpec obstacle;
  obstacle.name = name_of("obstacle", table, number);
  obstacle.shape = read_shape(table);
  take(table, shape_named(obstacle.shape.name).place, obstacle.motion.value);
  take(table, "rotation", obstacle.rotation);
  take_turning(table, obstacle.turning);
  take(table, "friction", obstacle.friction);
  take(table, "static_friction", obstacle.static_friction);
  take_keyframes(table, "keyframes", "position", obstacle.motion.keyframes);
  return obstacle;
}

/// A table of the document, none if it is not there, with one value for each key.
template <class Table>
void take_table(const TomlValue& document, std::string_view key, Table& members) {
  const TomlValue& table = section(document, key);
  Table::each_key(members, [&](std::string_view name, auto& member) { take(table, name, member); });
}

void take_pairs(const TomlValue& contact, std::vector<PairContact>& pairs) {
  for (const TomlValue& row : tables(contact, "pair")) {
    PairContact& pair = pairs.emplace_back();
    const std::vector<TomlValue>& names = tables(row, "bodies");
    if (!names.empty()) pair.first = names.front().text;
    if (names.size() > 1) pair.second = names[1].text;
    take(row, "friction", pair.friction);
    take(row, "static_friction", pair.static_friction);
    take(row, "touch", pair.touch);
  }
}

Scene scene_of(const TomlValue& document, const std::string& source) {
  Scene scene;
  scene.source = source;
  take(document, "gravity", scene.gravity.value);
  take_keyframes(document, "gravity_keyframes", "acceleration", scene.gravity.keyframes);
  take_table(document, "time", scene.time);
  take_table(document, "grid", scene.grid);
  take_table(document, "contact", scene.contact);
  take_pairs(section(document, "contact"), scene.contact.pairs);
  if (scene.time.is_static())  // they are about motion
    scene.alarms.warn = scene.alarms.stop = scene.alarms.stop_made = INFINITY;
  take_table(document, "alarms", scene.alarms);
  take_table(document, "numerics", scene.numerics);
  scene.output.name = std::filesystem::path(source).stem().string();
  take_table(document, "output", scene.output);
  take_table(document, "preview", scene.preview);
  for (const TomlValue& table : tables(document, "body"))
    scene.bodies.push_back(body_of(table, scene.bodies.size() + 1));
  for (const TomlValue& table : tables(document, "obstacle"))
    scene.obstacles.push_back(obstacle_of(table, scene.obstacles.size() + 1));
  for (const TomlValue& table : tables(document, "joint"))
    scene.joints.push_back(joint_of(table, scene.joints.size() + 1));
  return scene;
}

/// Replaces what stands for something else by that, and changes what is to be changed.
void expand(TomlValue& document, const std::vector<SceneOverride>& overrides) {
  require_few_bodies(document);
  for (const SceneOverride& change : overrides)
    if (!is_about_copies(change)) apply_override(document, change);
  expand_templates(document);
  expand_arrays(document);
  if (!overrides.empty()) expand_materials(document);  // a body's own copy is what is changed
  for (const SceneOverride& change : overrides)
    if (is_about_copies(change)) apply_override(document, change);
  expand_templates(document);  // of what was set
  expand_materials(document);
  expand_rigid_bodies(document);
}

Scene checked_scene(TomlValue document, const std::string& source,
                    const std::vector<SceneOverride>& overrides,
                    std::vector<std::string>* warnings) {
  expand(document, overrides);
  TomlValue named = take_named_tables(document);
  check_keys(document);
  check_named_tables(named);
  Scene scene = scene_of(document, source);
  const ScenePlaces places(document);
  std::vector<std::string> found;
  check_meaning(scene, places, found);
  complete_scene(scene, places, found);
  check_sizes(scene, places, found);
  check_start(scene, places, found);
  check_regions_at_start(scene, places, found);
  if (warnings != nullptr) *warnings = std::move(found);
  return scene;
}

}  // namespace

Scene read_scene(const std::string& path, const std::vector<SceneOverride>& overrides,
                 std::vector<std::string>* warnings) {
  return checked_scene(read_document(path), path, overrides, warnings);
}

Scene parse_scene(std::string_view text, const std::string& name,
                  const std::vector<SceneOverride>& overrides, std::vector<std::string>* warnings) {
  return checked_scene(parse_document(text, name), name, overrides, warnings);
}

Scene::Preview read_preview(const std::string& path, const std::vector<SceneOverride>& changes) {
  TomlValue document = path.empty() ? TomlValue{} : read_toml(path);
  for (const SceneOverride& change : changes) apply_override(document, change);
  Scene::Preview preview;
  TomlValue* table = document.find("preview");
  if (table == nullptr) return preview;
  check_some_keys(*table, "[preview]", "preview");
  take_table(document, "preview", preview);
  std::vector<std::string> bodies;
  for (const TomlValue& body : tables(document, "body"))
    bodies.push_back(name_of("body", body, bodies.size() + 1));
  check_preview(preview, bodies, ScenePlaces(document));
  return preview;
}

}  // namespace eulersolid
