#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/scene/scene_schema.h"
#include "shapes/pose.h"
#include "shapes/samples/distance_samples.h"
#include "shapes/shape.h"
#include "shapes/turning.h"

namespace eulersolid {

struct ShapeContext;
struct ShapePart;
struct TomlValue;

/// The shape of a region that is all of its body, which has no entry of its own.
inline constexpr std::string_view whole_body = "all";

/// A shape in its own frame as the user wrote it.
struct ShapeSpec {
  using Value = std::variant<double, Vec3, std::string>;
  using Values = std::map<std::string, Value, std::less<>>;

  /// Defined where a part is, which clang needs for it.
  ShapeSpec(std::string its_name = {}, Values its_values = {});

  std::string name;  ///< its word in scenes; empty where nothing but samples gives it
  Values values;     ///< by their keys, in SI units
  /// Of a shape that no formula gives. They follow from the values, where it has a name.
  std::shared_ptr<const DistanceSamples> samples;
  std::vector<ShapePart> parts;  ///< of a union, an intersection or a difference
  std::optional<Vec3> home;      ///< where it is if nothing else is said [m]

  double number(std::string_view key) const { return std::get<double>(values.find(key)->second); }
  Vec3 vector(std::string_view key) const { return std::get<Vec3>(values.find(key)->second); }
};

/// A shape in the frame of the one it is part of.
struct ShapePart {
  ShapeSpec shape;
  Vec3 centre;  ///< [m]
  bool has_centre = false;
  RotationSpec rotation;
};

/// What is wrong with the value of a key: `is 3 m, but must ...`.
struct ShapeFault {
  std::string_view key;
  std::string why;
};

/// What scenes know of one kind of shape. Schema, reader, writer, documents and checks take it from
/// the list in shape_spec.cpp: a shape there is known to all of them.
struct ShapeEntry {
  std::string_view name;
  std::string_view tables = "body region obstacle part";  ///< that take it, separated by spaces
  std::string_view place = "centre";                      ///< the key of its place
  std::vector<SchemaKey> keys;  ///< that give it: numbers, vectors and texts, without their table
  /// What is wrong with the values taken together, if anything.
  std::optional<ShapeFault> (*fault)(const ShapeSpec&) = nullptr;
  /// Where there is no formula, the samples of the spec are the shape.
  Shape (*formula)(const ShapeSpec&) = nullptr;
  bool has_home = false;  ///< its place follows from the shape where it is not written
  /// Replaces what was written by what it means, takes samples, where there is something to do.
  /// @throws InputError for what the keys alone do not show, such as a file that is not there
  void (*complete)(ShapeSpec&, const ShapeContext&) = nullptr;
};

std::span<const ShapeEntry> shape_entries();

/// @throws InputError where there is no shape of this name
const ShapeEntry& shape_named(std::string_view name);

/// The shape that a body's or an obstacle's table asks for, whose keys have been checked. It still
/// is to be completed.
ShapeSpec read_shape(const TomlValue& table);

RotationSpec read_rotation(const TomlValue& table);

/// What is wrong with values that are right each, if anything; not of its parts.
std::optional<ShapeFault> fault_of(const ShapeSpec& spec);

/// Parts first.
void complete_shape(ShapeSpec& spec, const ShapeContext& context);

/// A shape given by samples views those that `spec` keeps.
Shape shape_of(const ShapeSpec& spec);

}  // namespace eulersolid
