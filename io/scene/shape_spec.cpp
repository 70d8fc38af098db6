#include "io/scene/shape_spec.h"

#include <cassert>
#include <cmath>

#include "io/toml/toml_value.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

constexpr Range positive{.low = 0, .low_open = true};

constexpr SchemaKey radius = {.key = "radius",
                              .type = KeyType::number,
                              .unit = "m",
                              .range = positive,
                              .required = true,
                              .doc = "Radius."};
constexpr SchemaKey length = {.key = "length",
                              .type = KeyType::number,
                              .unit = "m",
                              .range = positive,
                              .required = true,
                              .doc = "Length along its axis, which is z before it is rotated."};
constexpr SchemaKey size = {.key = "size",
                            .type = KeyType::vector,
                            .unit = "m",
                            .range = positive,
                            .required = true,
                            .doc = "Edge lengths."};
constexpr SchemaKey normal = {.key = "normal",
                              .type = KeyType::vector,
                              .unit = "-",
                              .required = true,
                              .doc = "Outward normal of the plane; any length but zero."};

/// A normal of unit length but for rounding stays as it is, or reading would change it each time.
void make_normal_unit(ShapeSpec& plane, const Scene&) {
  if (std::fabs(norm(plane.vector("normal")) - 1) > 1e-14)
    plane.values["normal"] = normalized(plane.vector("normal"));
}

const std::vector<ShapeEntry>& entries() {
  static const std::vector<ShapeEntry> list = {
      {.name = "plane",
       .tables = "obstacle",
       .place = "point",
       .keys = {normal},
       .formula = [](const ShapeSpec& s) { return Shape::plane(s.vector("normal")); },
       .complete = make_normal_unit},
      {.name = "sphere",
       .keys = {radius},
       .formula = [](const ShapeSpec& s) { return Shape::sphere(s.number("radius")); }},
      {.name = "box",
       .keys = {size},
       .formula = [](const ShapeSpec& s) { return Shape::box(s.vector("size")); }},
      {.name = "cylinder",
       .keys = {radius, length},
       .formula =
           [](const ShapeSpec& s) {
             return Shape::cylinder(s.number("radius"), s.number("length"));
           }},
  };
  return list;
}

ShapeSpec::Value read_value(const TomlValue& value, KeyType type) {
  switch (type) {
    case KeyType::number:
      return value.number;
    case KeyType::vector:
      return vector_of(value);
    case KeyType::text:
      return value.text;
    default:
      break;
  }
  assert(!"a shape is given by numbers, vectors and texts");
  return 0.0;
}

}  // namespace

Mat3 rotation_of(const RotationSpec& spec) { return rotation(spec.axis, spec.angle); }

std::span<const ShapeEntry> shape_entries() { return entries(); }

const ShapeEntry& shape_named(std::string_view name) {
  for (const ShapeEntry& entry : entries())
    if (entry.name == name) return entry;
  throw InputError("there is no shape \"" + std::string(name) + '"');
}

ShapeSpec read_shape(const TomlValue& table) {
  ShapeSpec spec{table.find("shape")->text};
  for (const SchemaKey& key : shape_named(spec.name).keys)
    if (const TomlValue* value = table.find(key.key))
      spec.values[std::string(key.key)] = read_value(*value, key.type);
  return spec;
}

void complete_shape(ShapeSpec& spec, const Scene& scene) {
  if (const auto complete = shape_named(spec.name).complete) complete(spec, scene);
}

Shape shape_of(const ShapeSpec& spec) {
  if (spec.samples) return Shape::sampled(spec.samples->view());
  return shape_named(spec.name).formula(spec);
}

}  // namespace eulersolid
