#include "io/scene/shape_spec.h"

#include <array>

#include "io/scene/toml_value.h"

namespace eulersolid {

namespace {

constexpr std::array<std::pair<ShapeKind, std::string_view>, 5> names = {{
    {ShapeKind::sphere, "sphere"},
    {ShapeKind::box, "box"},
    {ShapeKind::cylinder, "cylinder"},
    {ShapeKind::plane, "plane"},
    {ShapeKind::sampled, "sampled"},
}};

ShapeKind kind_of(std::string_view word) {
  for (const auto& [kind, name] : names)
    if (word == name) return kind;
  return ShapeKind::sphere;
}

void take(const TomlValue& table, std::string_view key, double& number) {
  if (const TomlValue* value = table.find(key)) number = value->number;
}

void take(const TomlValue& table, std::string_view key, Vec3& vector) {
  if (const TomlValue* value = table.find(key))
    vector = {value->items[0].number, value->items[1].number, value->items[2].number};
}

}  // namespace

ShapeSpec read_shape(const TomlValue& table) {
  ShapeSpec spec;
  spec.kind = kind_of(table.find("shape")->text);
  take(table, "size", spec.size);
  take(table, "radius", spec.radius);
  take(table, "length", spec.length);
  take(table, "normal", spec.normal);
  return spec;
}

std::string_view shape_name(ShapeKind kind) {
  for (const auto& [known, name] : names)
    if (kind == known) return name;
  return {};
}

std::string_view place_key(ShapeKind kind) { return kind == ShapeKind::plane ? "point" : "centre"; }

std::vector<std::pair<std::string_view, std::variant<double, Vec3>>> size_keys(
    const ShapeSpec& spec) {
  switch (spec.kind) {
    case ShapeKind::sphere:
      return {{"radius", spec.radius}};
    case ShapeKind::box:
      return {{"size", spec.size}};
    case ShapeKind::cylinder:
      return {{"radius", spec.radius}, {"length", spec.length}};
    case ShapeKind::plane:
      return {{"normal", spec.normal}};
    case ShapeKind::sampled:
      break;
  }
  return {};
}

Shape shape_of(const ShapeSpec& spec) {
  switch (spec.kind) {
    case ShapeKind::sphere:
      return Shape::sphere(spec.radius);
    case ShapeKind::box:
      return Shape::box(spec.size);
    case ShapeKind::cylinder:
      return Shape::cylinder(spec.radius, spec.length);
    case ShapeKind::plane:
      return Shape::plane(spec.normal);
    case ShapeKind::sampled:
      return Shape::sampled(spec.samples->view());
  }
  return {};
}

Mat3 rotation_of(const RotationSpec& spec) { return rotation(spec.axis, spec.angle); }

}  // namespace eulersolid
