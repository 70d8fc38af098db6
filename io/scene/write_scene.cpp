#include "io/scene/write_scene.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// The shortest that reads back: without a point -0 would be a whole number, which has no sign.
std::string toml(double number) {
  return number == 0 && std::signbit(number) ? "-0.0" : fmt::format("{}", number);
}
std::string toml(int number) { return fmt::format("{}", number); }
std::string toml(bool claim) { return claim ? "true" : "false"; }
std::string toml(Vec3 v) { return fmt::format("[{}, {}, {}]", toml(v.x), toml(v.y), toml(v.z)); }

std::string toml(const Mat3& m) {
  return fmt::format("[{}, {}, {}]", toml(m[0]), toml(m[1]), toml(m[2]));
}

std::string toml(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      quoted += '\\', quoted += c;
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else
      quoted += c;
  }
  return quoted + '"';
}

std::string toml(const std::string& text) { return toml(std::string_view(text)); }

std::string toml(const RotationSpec& rotation) {
  return fmt::format("{{ axis = {}, angle = {} }}", toml(rotation.axis), toml(rotation.angle));
}

std::string toml(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + toml(text);
  return '[' + list + ']';
}

std::string toml(const PlaceSpec& place) {
  return std::visit([](const auto& it) { return toml(it); }, place);
}

std::string toml(const ColourRange& range) {
  return fmt::format("[{}, {}]", toml(range.low), toml(range.high));
}

std::string toml(const MaterialSpec& material) {
  std::string text =
      fmt::format("{{ model = {}, density = {}, viscosity = {}", toml(material.model),
                  toml(material.density), toml(material.viscosity));
  for (const auto& [key, value] : material.parameters)
    text += fmt::format(", {} = {}", key, toml(value));
  if (has_fibres(material.model))
    text += fmt::format(", fibre = {}, fibre_angle = {}", toml(material.fibre),
                        toml(material.fibre_angle));
  return text + " }";
}

std::string toml(const ShapeSpec& shape);

/// `{ shape = "box", size = [1, 1, 1], centre = [0, 0, 0], ... }`
std::string toml(const ShapePart& part) {
  return fmt::format("{{ {}, centre = {}, rotation = {} }}", toml(part.shape), toml(part.centre),
                     toml(part.rotation));
}

std::string toml(const std::vector<ShapePart>& parts) {
  std::string list;
  for (const ShapePart& part : parts) list += (list.empty() ? "" : ", ") + toml(part);
  return '[' + list + ']';
}

/// The keys of a shape, separated by commas.
std::string toml(const ShapeSpec& shape) {
  std::string text = fmt::format("shape = {}", toml(shape.name));
  for (const SchemaKey& key : shape_named(shape.name).keys) {
    if (key.type == KeyType::tables) text += fmt::format(", {} = {}", key.key, toml(shape.parts));
    if (const auto value = shape.values.find(key.key); value != shape.values.end())
      text += std::visit([&](const auto& v) { return fmt::format(", {} = {}", key.key, toml(v)); },
                         value->second);
  }
  return text;
}

/// Lines of `key = value` under a header.
class Writer {
 public:
  void header(std::string_view text) { text_ += fmt::format("\n{}\n", text); }
  template <class Value>
  void line(std::string_view key, const Value& value) {
    text_ += fmt::format("{} = {}\n", key, toml(value));
  }
  /// None where there is no value.
  template <class Value>
  void line(std::string_view key, const std::optional<Value>& value) {
    if (value) line(key, *value);
  }
  /// None where there are none. @param value_key  of the vector in each of them
  void keyframes(std::string_view key, std::string_view value_key,
                 const std::vector<Keyframe>& keyframes) {
    if (keyframes.empty()) return;
    text_ += fmt::format("{} = [\n", key);
    for (const Keyframe& k : keyframes)
      text_ += fmt::format("  {{ time = {}, {} = {}{} }},\n", toml(k.time), value_key,
                           toml(k.value), smooth(k));
    text_ += "]\n";
  }
  /// Of places, turns or both, which have the same times where there are both.
  /// @param place_key  of the places
  void keyframes(std::string_view place_key, const std::vector<Keyframe>& places,
                 const std::vector<RotationKeyframe>& turns) {
    if (turns.empty()) return keyframes("keyframes", place_key, places);
    text_ += "keyframes = [\n";
    for (std::size_t i = 0; i < turns.size(); ++i) {
      text_ += fmt::format("  {{ time = {}, ", toml(turns[i].time));
      if (!places.empty()) text_ += fmt::format("{} = {}, ", place_key, toml(places[i].value));
      text_ += fmt::format("rotation = {}{} }},\n", toml(turns[i].rotation), smooth(turns[i]));
    }
    text_ += "]\n";
  }
  /// None where there are none.
  void factors(std::string_view key, const std::vector<Keyframe>& keyframes) {
    if (keyframes.empty()) return;
    text_ += fmt::format("{} = [\n", key);
    for (const Keyframe& k : keyframes)
      text_ += fmt::format("  {{ time = {}, factor = {}{} }},\n", toml(k.time), toml(k.value.x),
                           smooth(k));
    text_ += "]\n";
  }
  void raw(const std::string& text) { text_ += text; }
  const std::string& text() const { return text_; }

 private:
  template <class Key>
  static std::string smooth(const Key& keyframe) {
    return ", smooth = " + toml(keyframe.smooth);
  }

  std::string text_;
};

/// The header and what bodies, regions and obstacles have in common.
template <class Spec>
void write_solid(Writer& out, std::string_view table, const Spec& solid, Vec3 position) {
  if (solid.shape.name.empty())
    throw InputError(fmt::format(
        "[{} \"{}\"] is given by samples alone, for which scenes have no keys", table, solid.name));
  out.header(fmt::format("[[{}]]", table));
  out.line("name", solid.name);
  out.line("shape", solid.shape.name);
  if (solid.shape.name == whole_body) return;
  const ShapeEntry& shape = shape_named(solid.shape.name);
  out.line(shape.place, position);
  for (const SchemaKey& key : shape.keys)
    if (key.type == KeyType::tables)
      out.line(key.key, solid.shape.parts);
    else if (const auto value = solid.shape.values.find(key.key); value != solid.shape.values.end())
      std::visit([&](const auto& v) { out.line(key.key, v); }, value->second);
}

void write_region(Writer& out, const RegionSpec& region) {
  write_solid(out, "body.region", region, region.centre);
  if (region.shape.name != whole_body) out.line("rotation", region.rotation);
  out.line("hold", region.hold);
  if (region.turning.keyframes.empty() && region.shift.keyframes.empty()) {
    out.line("velocity", region.velocity);
    out.line("angular_velocity", region.turning.rate);
  }
  out.keyframes("shift", region.shift.keyframes, region.turning.keyframes);
  if (!region.attach.empty()) out.line("attach", region.attach);
  out.line("acceleration", region.acceleration);
  out.line("force", region.force);
  out.line("traction", region.traction);
  out.line("pressure", region.pressure);
  out.line("cavity", region.cavity);
  out.line("gas_pressure", region.gas_pressure);
  out.line("gas_exponent", region.gas_exponent);
  out.line("material", region.material);
  out.line("activation", region.activation);
  out.factors("load_keyframes", region.load.keyframes);
}

void write_body(Writer& out, const BodySpec& body) {
  write_solid(out, "body", body, body.centre);
  out.line("rotation", body.rotation);
  out.line("velocity", body.velocity);
  out.line("angular_velocity", body.angular_velocity);
  out.line("velocity_gradient", body.velocity_gradient);
  out.line("deformation", body.deformation);
  out.line("material", body.material);
  for (const RegionSpec& region : body.regions) write_region(out, region);
}

void write_obstacle(Writer& out, const ObstacleSpec& obstacle) {
  write_solid(out, "obstacle", obstacle, obstacle.motion.value);
  out.line("friction", obstacle.friction);
  out.line("static_friction", obstacle.static_friction);
  if (obstacle.turning.keyframes.empty()) {
    out.line("rotation", obstacle.rotation);
    out.line("angular_velocity", obstacle.turning.rate);
  }
  out.keyframes("position", obstacle.motion.keyframes, obstacle.turning.keyframes);
}

void write_joint(Writer& out, const JointSpec& joint) {
  out.header("[[joint]]");
  out.line("name", joint.name);
  out.line("type", joint.type);
  out.line("bodies", joint.bodies);
  out.line("at", joint.at);
  if (joint.type != "hinge") return;
  out.line("axis", joint.axis);
  out.line("torque", joint.torque);
  out.line("speed", joint.speed);
  out.line("max_torque", joint.max_torque);
  out.factors("load_keyframes", joint.load.keyframes);
}

/// A table with one value for each key.
template <class Table>
void write_table(Writer& out, std::string_view header, const Table& table) {
  out.header(header);
  Table::each_key(table, [&](std::string_view key, const auto& value) { out.line(key, value); });
}

/// `key = value` of each key.
std::vector<std::pair<std::string, std::string>> lines_of(const Scene::Numerics& numerics) {
  std::vector<std::pair<std::string, std::string>> lines;
  Scene::Numerics::each_key(numerics, [&](std::string_view key, const auto& value) {
    lines.emplace_back(key, toml(value));
  });
  return lines;
}

}  // namespace

std::string changed_numerics(const Scene& scene) {
  const auto are = lines_of(scene.numerics), defaults = lines_of({});
  std::string text;
  for (std::size_t k = 0; k < are.size(); ++k) {
    const auto& [key, value] = are[k];
    if (value == defaults[k].second) continue;
    text += fmt::format("{}{} = {} ({})", text.empty() ? "" : ", ", key, value, defaults[k].second);
  }
  return text;
}

std::string write_scene(const Scene& scene) {
  Writer out;
  out.raw("# The scene as it was run, every default filled in. Units are SI.\n\n");
  out.line("gravity", scene.gravity.value);
  out.keyframes("gravity_keyframes", "acceleration", scene.gravity.keyframes);
  write_table(out, "[time]", scene.time);
  write_table(out, "[grid]", scene.grid);
  write_table(out, "[contact]", scene.contact);
  for (const PairContact& pair : scene.contact.pairs) {
    out.header("[[contact.pair]]");
    out.line("bodies", std::vector<std::string>{pair.first, pair.second});
    out.line("friction", pair.friction);
    out.line("static_friction", pair.static_friction);
    out.line("touch", pair.touch);
  }
  write_table(out, "[alarms]", scene.alarms);
  write_table(out, "[numerics]", scene.numerics);
  write_table(out, "[output]", scene.output);
  write_table(out, "[preview]", scene.preview);
  for (const BodySpec& body : scene.bodies) write_body(out, body);
  for (const ObstacleSpec& obstacle : scene.obstacles) write_obstacle(out, obstacle);
  for (const JointSpec& joint : scene.joints) write_joint(out, joint);
  return out.text();
}

}  // namespace eulersolid
