#include "io/scene/write_scene.h"

#include <fmt/format.h>

#include <string_view>

namespace eulersolid {

namespace {

std::string toml(double number) { return fmt::format("{}", number); }  // shortest that reads back
std::string toml(int number) { return fmt::format("{}", number); }
std::string toml(bool claim) { return claim ? "true" : "false"; }
std::string toml(Vec3 v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }

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

std::string toml(const std::vector<Keyframe>& keyframes) {
  std::string list;
  for (const Keyframe& key : keyframes)
    list += fmt::format("\n  {{ time = {}, position = {} }},", toml(key.time), toml(key.position));
  return "[" + list + (list.empty() ? "]" : "\n]");
}

std::string toml(const MaterialSpec& material) {
  std::string text =
      fmt::format("{{ model = {}, density = {}, viscosity = {}", toml(material.model),
                  toml(material.density), toml(material.viscosity));
  for (const auto& [key, value] : material.parameters)
    text += fmt::format(", {} = {}", key, toml(value));
  return text + " }";
}

/// Lines of `key = value` under a header.
class Writer {
 public:
  void header(std::string_view text) { text_ += fmt::format("\n{}\n", text); }
  template <class Value>
  void line(std::string_view key, const Value& value) {
    text_ += fmt::format("{} = {}\n", key, toml(value));
  }
  void raw(const std::string& text) { text_ += text; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

void write_shape(Writer& out, const ShapeSpec& shape, Vec3 position) {
  out.line("shape", shape_name(shape.kind));
  out.line(place_key(shape.kind), position);
  for (const auto& [key, value] : size_keys(shape))
    std::visit([&, name = key](const auto& size) { out.line(name, size); }, value);
}

void write_body(Writer& out, const BodySpec& body) {
  out.header("[[body]]");
  out.line("name", body.name);
  write_shape(out, body.shape, body.centre);
  out.line("rotation", body.rotation);
  out.line("velocity", body.velocity);
  out.line("angular_velocity", body.angular_velocity);
  out.line("material", body.material);
}

void write_obstacle(Writer& out, const ObstacleSpec& obstacle) {
  out.header("[[obstacle]]");
  out.line("name", obstacle.name);
  write_shape(out, obstacle.shape, obstacle.motion.position);
  out.line("rotation", obstacle.rotation);
  if (obstacle.friction) out.line("friction", *obstacle.friction);
  if (!obstacle.motion.keyframes.empty()) out.line("keyframes", obstacle.motion.keyframes);
}

void write_contact(Writer& out, const Scene::Contact& contact) {
  out.header("[contact]");
  out.line("friction", contact.friction);
  out.line("solver", contact.solver);
  out.line("tolerance", contact.tolerance);
  out.line("max_solves", contact.max_schur_columns);
  out.line("max_staggered", contact.max_staggered);
  for (const PairFriction& pair : contact.pairs) {
    out.header("[[contact.pair]]");
    out.line("bodies", std::vector<std::string>{pair.first, pair.second});
    out.line("friction", pair.friction);
  }
}

void write_output(Writer& out, const Scene::Output& output) {
  out.header("[output]");
  out.line("name", output.name);
  out.line("fps", output.fps);
  out.line("start_frame", output.start_frame);
  out.line("velocity_name", output.velocity_name);
  out.line("half", output.half);
  out.line("per_body", output.per_body);
  out.line("extra", output.extra);
  out.line("preview", output.preview);
}

}  // namespace

std::string write_scene(const Scene& scene) {
  Writer out;
  out.raw("# The scene as it was run, every default filled in. Units are SI.\n\n");
  out.line("gravity", scene.gravity);
  out.header("[time]");
  out.line("duration", scene.time.duration);
  if (scene.time.dt)
    out.line("dt", *scene.time.dt);
  else
    out.line("cfl", scene.time.cfl);
  out.line("allow_unstable", scene.time.allow_unstable);
  out.header("[grid]");
  out.line("origin", scene.grid.origin);
  out.line("size", scene.grid.size);
  out.line("cell_size", scene.grid.cell_size);
  write_contact(out, scene.contact);
  write_output(out, scene.output);
  for (const BodySpec& body : scene.bodies) write_body(out, body);
  for (const ObstacleSpec& obstacle : scene.obstacles) write_obstacle(out, obstacle);
  return out.text();
}

}  // namespace eulersolid
