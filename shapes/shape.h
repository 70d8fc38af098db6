#pragma once

#include <type_traits>

#include "shapes/primitives.h"
#include "shapes/samples/sampled_distance.h"

namespace eulersolid {

enum class ShapeKind {
  sphere,
  box,
  cylinder,
  capsule,
  cone,
  torus,
  ellipsoid,
  rounded_box,
  plane,
  sampled
};

/// A solid in its own frame, as a signed distance field. The boxes of primitives are centred at
/// the origin; axes are z; a plane is solid on the side its normal points away from. A sampled
/// shape only views its samples. Plain values, so that loops take it along.
struct Shape {
  ShapeKind kind = ShapeKind::sphere;
  Vec3 half;           ///< boxes: half edge lengths; ellipsoid: half axes [m]
  double radius = 0;   ///< sphere, cylinder, capsule; cone: at its lower end; torus [m]
  double radius2 = 0;  ///< cone: at its upper end; torus: of its tube; rounded box: of edges [m]
  double half_length = 0;  ///< cylinder, capsule, cone [m]
  Vec3 normal{0, 0, 1};    ///< plane: unit outward normal
  SampledDistance samples;

  static Shape sphere(double radius);
  static Shape box(Vec3 size);
  static Shape cylinder(double radius, double length);
  /// @param length  of all, >= 2 radius [m]
  static Shape capsule(double radius, double length);
  /// Its point, or its smaller end, is in the direction of z where the upper radius is the smaller.
  static Shape cone(double lower_radius, double upper_radius, double length);
  /// @param tube  < radius [m]
  static Shape torus(double radius, double tube);
  static Shape ellipsoid(Vec3 half_axes);
  /// @param rounding  at most half of each edge [m]
  static Shape rounded_box(Vec3 size, double rounding);
  static Shape plane(Vec3 unit_normal);
  static Shape sampled(const SampledDistance& samples);
};
static_assert(std::is_trivially_copyable_v<Shape>, "shapes travel into loops");

/// Signed distance [m], negative inside: exact but for sampled shapes.
ES_HD inline double signed_distance(const Shape& shape, Vec3 p) {
  switch (shape.kind) {
    case ShapeKind::sphere:
      return sphere_distance(p, shape.radius);
    case ShapeKind::box:
      return box_distance(p, shape.half);
    case ShapeKind::cylinder:
      return cylinder_distance(p, shape.radius, shape.half_length);
    case ShapeKind::capsule:
      return capsule_distance(p, shape.radius, shape.half_length);
    case ShapeKind::cone:
      return cone_distance(p, shape.radius, shape.radius2, shape.half_length);
    case ShapeKind::torus:
      return torus_distance(p, shape.radius, shape.radius2);
    case ShapeKind::ellipsoid:
      return ellipsoid_distance(p, shape.half);
    case ShapeKind::rounded_box:
      return rounded_box_distance(p, shape.half, shape.radius2);
    case ShapeKind::plane:
      return plane_distance(p, shape.normal);
    case ShapeKind::sampled:
      return signed_distance(shape.samples, p);
  }
  return 0;
}

/// Of a shape that is not a plane. Exact for primitives [m^3].
double volume(const Shape& shape);

/// Twice the depth of the deepest point below the surface of a shape that is not a plane [m].
double thickness(const Shape& shape);

}  // namespace eulersolid
