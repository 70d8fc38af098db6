#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/scene/scene_schema.h"
#include "shapes/distance_samples.h"
#include "shapes/pose.h"
#include "shapes/shape.h"

namespace eulersolid {

struct Scene;
struct TomlValue;

struct RotationSpec {
  Vec3 axis{0, 0, 1};
  double angle = 0;  ///< [rad]
};

Mat3 rotation_of(const RotationSpec& spec);

/// A shape in its own frame as the user wrote it.
struct ShapeSpec {
  using Value = std::variant<double, Vec3, std::string>;

  std::string name;  ///< its word in scenes; empty where nothing but samples gives it
  std::map<std::string, Value, std::less<>> values = {};  ///< by their keys, in SI units
  /// Of a shape that no formula gives. They follow from the values, where it has a name.
  std::shared_ptr<const DistanceSamples> samples = {};

  double number(std::string_view key) const { return std::get<double>(values.find(key)->second); }
  Vec3 vector(std::string_view key) const { return std::get<Vec3>(values.find(key)->second); }
};

/// What scenes know of one kind of shape. Schema, reader, writer, documents and checks take it from
/// the list in shape_spec.cpp: a shape there is known to all of them.
struct ShapeEntry {
  std::string_view name;
  std::string_view tables = "body obstacle";  ///< that take it, separated by spaces
  std::string_view place = "centre";          ///< the key of its place
  std::vector<SchemaKey> keys;  ///< that give it: numbers, vectors and texts, without their table
  /// Where there is no formula, the samples of the spec are the shape.
  Shape (*formula)(const ShapeSpec&) = nullptr;
  /// Replaces what was written by what it means, takes samples, where there is something to do. The
  /// scene has its source and its grid by then.
  /// @throws InputError for what the keys alone do not show, such as a file that is not there
  void (*complete)(ShapeSpec&, const Scene&) = nullptr;
};

std::span<const ShapeEntry> shape_entries();

/// @throws InputError where there is no shape of this name
const ShapeEntry& shape_named(std::string_view name);

/// The shape that a body's or an obstacle's table asks for, whose keys have been checked. It still
/// is to be completed.
ShapeSpec read_shape(const TomlValue& table);

void complete_shape(ShapeSpec& spec, const Scene& scene);

/// A shape given by samples views those that `spec` keeps.
Shape shape_of(const ShapeSpec& spec);

}  // namespace eulersolid
