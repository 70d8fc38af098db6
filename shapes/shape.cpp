#include "shapes/shape.h"

#include <algorithm>
#include <cassert>
#include <numbers>

namespace eulersolid {

Shape Shape::sphere(double radius) {
  Shape shape;
  shape.kind = ShapeKind::sphere, shape.radius = radius;
  return shape;
}

Shape Shape::box(Vec3 size) {
  Shape shape;
  shape.kind = ShapeKind::box, shape.half = 0.5 * size;
  return shape;
}

Shape Shape::cylinder(double radius, double length) {
  Shape shape;
  shape.kind = ShapeKind::cylinder, shape.radius = radius, shape.half_length = 0.5 * length;
  return shape;
}

Shape Shape::capsule(double radius, double length) {
  Shape shape = cylinder(radius, length);
  shape.kind = ShapeKind::capsule;
  return shape;
}

Shape Shape::cone(double lower_radius, double upper_radius, double length) {
  Shape shape = cylinder(lower_radius, length);
  shape.kind = ShapeKind::cone, shape.radius2 = upper_radius;
  return shape;
}

Shape Shape::torus(double radius, double tube) {
  Shape shape;
  shape.kind = ShapeKind::torus, shape.radius = radius, shape.radius2 = tube;
  return shape;
}

Shape Shape::ellipsoid(Vec3 half_axes) {
  Shape shape;
  shape.kind = ShapeKind::ellipsoid, shape.half = half_axes;
  return shape;
}

Shape Shape::rounded_box(Vec3 size, double rounding) {
  Shape shape = box(size);
  shape.kind = ShapeKind::rounded_box, shape.radius2 = rounding;
  return shape;
}

Shape Shape::plane(Vec3 unit_normal) {
  Shape shape;
  shape.kind = ShapeKind::plane, shape.normal = unit_normal;
  return shape;
}

Shape Shape::sampled(const SampledDistance& samples) {
  Shape shape;
  shape.kind = ShapeKind::sampled, shape.samples = samples;
  return shape;
}

namespace {

constexpr double pi = std::numbers::pi;

/// A convex body rolled around by a ball, by Steiner's formula: of a box, with its edges.
double rounded_box_volume(Vec3 size, double r) {
  const Vec3 a = size - Vec3{2 * r, 2 * r, 2 * r};
  return a.x * a.y * a.z + 2 * r * (a.x * a.y + a.y * a.z + a.z * a.x) +
         pi * r * r * (a.x + a.y + a.z) + 4 * pi / 3 * r * r * r;
}

/// The largest ball in a cone lies on the axis. It touches the wider end and the side, or, where
/// the cone is short, both ends.
double cone_depth(const Shape& cone) {
  const double wide = std::max(cone.radius, cone.radius2),
               narrowing = std::fabs(cone.radius - cone.radius2), length = 2 * cone.half_length;
  const double side = std::sqrt(narrowing * narrowing + length * length);
  return std::min(cone.half_length, wide * length / (side + narrowing));
}

}  // namespace

double volume(const Shape& shape) {
  const double r = shape.radius;
  switch (shape.kind) {
    case ShapeKind::sphere:
      return 4 * pi / 3 * r * r * r;
    case ShapeKind::box:
      return 8 * shape.half.x * shape.half.y * shape.half.z;
    case ShapeKind::cylinder:
      return 2 * pi * r * r * shape.half_length;
    case ShapeKind::capsule:
      return 2 * pi * r * r * (shape.half_length - r) + 4 * pi / 3 * r * r * r;
    case ShapeKind::cone: {
      const double upper = shape.radius2;
      return 2 * pi / 3 * shape.half_length * (r * r + r * upper + upper * upper);
    }
    case ShapeKind::torus:
      return 2 * pi * pi * r * shape.radius2 * shape.radius2;
    case ShapeKind::ellipsoid:
      return 4 * pi / 3 * shape.half.x * shape.half.y * shape.half.z;
    case ShapeKind::rounded_box:
      return rounded_box_volume(2 * shape.half, shape.radius2);
    case ShapeKind::sampled:
      return shape.samples.solid.volume;
    case ShapeKind::plane:
      break;
  }
  assert(!"a plane has no volume");
  return 0;
}

double thickness(const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::sphere:
      return 2 * shape.radius;
    case ShapeKind::capsule:
      return 2 * shape.radius;
    case ShapeKind::cone:
      return 2 * cone_depth(shape);
    case ShapeKind::torus:
      return 2 * shape.radius2;
    case ShapeKind::box:
    case ShapeKind::ellipsoid:
    case ShapeKind::rounded_box:
      return 2 * std::min({shape.half.x, shape.half.y, shape.half.z});
    case ShapeKind::cylinder:
      return 2 * std::min(shape.radius, shape.half_length);
    case ShapeKind::sampled:
      return 2 * shape.samples.solid.depth;
    case ShapeKind::plane:
      break;
  }
  assert(!"a plane has no thickness");
  return 0;
}

}  // namespace eulersolid
