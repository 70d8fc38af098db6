#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "shapes/distance_samples.h"
#include "shapes/pose.h"
#include "shapes/shape.h"

namespace eulersolid {

struct TomlValue;

struct RotationSpec {
  Vec3 axis{0, 0, 1};
  double angle = 0;  ///< [rad]
};

/// A shape in its own frame as the user wrote it. What a shape of shapes/ needs to be read and
/// written is here and in the schema: a new one changes nothing else of io/.
struct ShapeSpec {
  ShapeKind kind = ShapeKind::sphere;
  Vec3 size;                                       ///< box: edge lengths [m]
  double radius = 0;                               ///< sphere, cylinder [m]
  double length = 0;                               ///< cylinder [m]
  Vec3 normal{0, 0, 1};                            ///< plane: unit outward normal
  std::shared_ptr<const DistanceSamples> samples;  ///< sampled; no key of a scene makes one yet
};

/// The shape that a body's or an obstacle's table asks for, whose keys have been checked.
ShapeSpec read_shape(const TomlValue& table);

/// The word for the shape in a scene.
std::string_view shape_name(ShapeKind kind);
/// The key for its place: `centre`, or `point` of a plane.
std::string_view place_key(ShapeKind kind);
/// The keys of its sizes, with their values.
std::vector<std::pair<std::string_view, std::variant<double, Vec3>>> size_keys(
    const ShapeSpec& spec);

/// A sampled shape views the samples, which `spec` keeps.
Shape shape_of(const ShapeSpec& spec);

Mat3 rotation_of(const RotationSpec& spec);

}  // namespace eulersolid
