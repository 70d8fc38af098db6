#include "io/scene/shape_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "io/scene/solids/combined_shapes.h"
#include "io/scene/solids/file_shapes.h"
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
                              .doc =
                                  "Length along its axis, which is z before it is rotated, from "
                                  "end to end: round ends of a capsule are part of it."};
constexpr SchemaKey size = {.key = "size",
                            .type = KeyType::vector,
                            .unit = "m",
                            .range = positive,
                            .required = true,
                            .doc = "Edge lengths."};
constexpr SchemaKey top_radius = {.key = "top_radius",
                                  .type = KeyType::number,
                                  .unit = "m",
                                  .default_value = "0",
                                  .range = {.low = 0},
                                  .doc =
                                      "Radius at the upper end of its axis; `radius` is that at "
                                      "the lower one. 0: it ends in a point."};
constexpr SchemaKey tube_radius = {.key = "tube_radius",
                                   .type = KeyType::number,
                                   .unit = "m",
                                   .range = positive,
                                   .required = true,
                                   .doc =
                                       "Radius of the ring itself, less than `radius`, that of "
                                       "the circle in its middle. The axis is z."};
constexpr SchemaKey radii = {.key = "radii",
                             .type = KeyType::vector,
                             .unit = "m",
                             .range = positive,
                             .required = true,
                             .doc =
                                 "Half axes along x, y and z, the longest at most 1000 times the "
                                 "shortest."};
constexpr SchemaKey rounding = {.key = "rounding",
                                .type = KeyType::number,
                                .unit = "m",
                                .range = positive,
                                .required = true,
                                .doc =
                                    "Radius of edges and corners, at most half of the shortest "
                                    "edge length."};
constexpr SchemaKey parts = {.key = "parts",
                             .type = KeyType::tables,
                             .required = true,
                             .doc =
                                 "The shapes it is made of, each with `shape`, what that needs, "
                                 "`centre` and `rotation`, from its own centre: all that is in "
                                 "any (union), in each (intersection), or in the first but in "
                                 "none of the others (difference). Contact sees the "
                                 "edges that they make rounded by up to 0.4 cells; files and "
                                 "pictures show them sharp."};
constexpr SchemaKey normal = {.key = "normal",
                              .type = KeyType::vector,
                              .unit = "-",
                              .required = true,
                              .doc = "Outward normal of the plane; any length but zero."};

/// A normal of unit length but for rounding stays as it is, or reading would change it each time.
void make_normal_unit(ShapeSpec& plane, const ShapeContext&) {
  if (std::fabs(norm(plane.vector("normal")) - 1) > 1e-14)
    plane.values["normal"] = normalized(plane.vector("normal"));
}

double shortest(Vec3 v) { return std::min({v.x, v.y, v.z}); }
double longest(Vec3 v) { return std::max({v.x, v.y, v.z}); }

std::optional<ShapeFault> fault_of_capsule(const ShapeSpec& s) {
  const double all = s.number("length"), least = 2 * s.number("radius");
  if (all >= least) return {};
  return ShapeFault{"length", fmt::format("is {} m, but must be at least twice the radius, {} m: "
                                          "it goes from end to end",
                                          all, least)};
}

std::optional<ShapeFault> fault_of_torus(const ShapeSpec& s) {
  const double tube = s.number("tube_radius"), middle = s.number("radius");
  if (tube < middle) return {};
  return ShapeFault{"tube_radius",
                    fmt::format("is {} m, but must be less than radius, {} m", tube, middle)};
}

std::optional<ShapeFault> fault_of_ellipsoid(const ShapeSpec& s) {
  const Vec3 axes = s.vector("radii");
  if (longest(axes) <= 1000 * shortest(axes)) return {};
  return ShapeFault{"radii", fmt::format("are {}, {} and {} m, but the longest must be at most "
                                         "1000 times the shortest",
                                         axes.x, axes.y, axes.z)};
}

std::optional<ShapeFault> fault_of_rounded_box(const ShapeSpec& s) {
  const double round = s.number("rounding"), most = 0.5 * shortest(s.vector("size"));
  if (round <= most) return {};
  return ShapeFault{
      "rounding",
      fmt::format("is {} m, but must be at most half of the shortest edge, {} m", round, most)};
}

std::optional<ShapeFault> fault_of_parts(const ShapeSpec& s) {
  if (s.parts.size() >= 2) return {};
  return ShapeFault{"parts", fmt::format("has {} part{}, but must have two at least",
                                         s.parts.size(), s.parts.size() == 1 ? "" : "s")};
}

const std::vector<ShapeEntry>& entries() {
  static const std::vector<ShapeEntry> list = {
      {.name = "plane",
       .tables = "obstacle region",
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
      {.name = "capsule",
       .keys = {radius, length},
       .fault = fault_of_capsule,
       .formula =
           [](const ShapeSpec& s) {
             return Shape::capsule(s.number("radius"), s.number("length"));
           }},
      {.name = "cone",
       .keys = {radius, top_radius, length},
       .formula =
           [](const ShapeSpec& s) {
             return Shape::cone(s.number("radius"), s.number("top_radius"), s.number("length"));
           }},
      {.name = "torus",
       .keys = {radius, tube_radius},
       .fault = fault_of_torus,
       .formula =
           [](const ShapeSpec& s) {
             return Shape::torus(s.number("radius"), s.number("tube_radius"));
           }},
      {.name = "ellipsoid",
       .keys = {radii},
       .fault = fault_of_ellipsoid,
       .formula = [](const ShapeSpec& s) { return Shape::ellipsoid(s.vector("radii")); }},
      {.name = "rounded_box",
       .keys = {size, rounding},
       .fault = fault_of_rounded_box,
       .formula =
           [](const ShapeSpec& s) {
             return Shape::rounded_box(s.vector("size"), s.number("rounding"));
           }},
      {.name = "mesh", .keys = mesh_keys(), .has_home = true, .complete = complete_mesh},
      {.name = "vdb", .keys = vdb_keys(), .has_home = true, .complete = complete_vdb},
      {.name = "image",
       .keys = image_keys(),
       .fault = fault_of_image,
       .has_home = true,
       .complete = complete_image},
      {.name = "union", .keys = {parts}, .fault = fault_of_parts, .complete = complete_combined},
      {.name = "intersection",
       .keys = {parts},
       .fault = fault_of_parts,
       .complete = complete_combined},
      {.name = "difference",
       .keys = {parts},
       .fault = fault_of_parts,
       .complete = complete_combined},
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

ShapeSpec::Value default_of(const SchemaKey& key) {
  const std::string text(key.default_value);
  if (key.type == KeyType::text) return text.substr(1, text.size() - 2);
  return std::stod(text);
}

ShapePart read_part(const TomlValue& table) {
  ShapePart part;
  part.shape = read_shape(table);
  part.has_centre = table.find("centre") != nullptr;
  if (part.has_centre) part.centre = vector_of(*table.find("centre"));
  if (const TomlValue* turn = table.find("rotation")) part.rotation = read_rotation(*turn);
  return part;
}

}  // namespace

std::span<const ShapeEntry> shape_entries() { return entries(); }

const ShapeEntry& shape_named(std::string_view name) {
  for (const ShapeEntry& entry : entries())
    if (entry.name == name) return entry;
  throw InputError("there is no shape \"" + std::string(name) + '"');
}

RotationSpec read_rotation(const TomlValue& table) {
  RotationSpec rotation;
  if (const TomlValue* axis = table.find("axis")) rotation.axis = vector_of(*axis);
  if (const TomlValue* angle = table.find("angle")) rotation.angle = angle->number;
  return rotation;
}

ShapeSpec::ShapeSpec(std::string its_name, Values its_values)
    : name(std::move(its_name)), values(std::move(its_values)) {}

ShapeSpec read_shape(const TomlValue& table) {
  ShapeSpec spec{table.find("shape")->text};
  for (const SchemaKey& key : shape_named(spec.name).keys) {
    const TomlValue* value = table.find(key.key);
    if (value != nullptr && key.type == KeyType::tables)
      for (const TomlValue& part : value->items) spec.parts.push_back(read_part(part));
    else if (value != nullptr)
      spec.values[std::string(key.key)] = read_value(*value, key.type);
    else if (!key.default_value.empty())
      spec.values[std::string(key.key)] = default_of(key);
  }
  return spec;
}

std::optional<ShapeFault> fault_of(const ShapeSpec& spec) {
  const auto fault = shape_named(spec.name).fault;
  return fault == nullptr ? std::nullopt : fault(spec);
}

void complete_shape(ShapeSpec& spec, const ShapeContext& context) {
  for (std::size_t n = 0; n < spec.parts.size(); ++n) {
    ShapePart& part = spec.parts[n];
    ShapeContext inner = context;
    inner.label += fmt::format(" parts[{}]", n);
    complete_shape(part.shape, inner);
    if (!part.has_centre) part.centre = part.shape.home.value_or(Vec3{});
  }
  if (const auto complete = shape_named(spec.name).complete) complete(spec, context);
}

Shape shape_of(const ShapeSpec& spec) {
  if (spec.samples) return Shape::sampled(spec.samples->view());
  return shape_named(spec.name).formula(spec);
}

}  // namespace eulersolid
