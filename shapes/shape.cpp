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

double volume(const Shape& shape) {
  constexpr double pi = std::numbers::pi;
  const double r = shape.radius;
  switch (shape.kind) {
    case ShapeKind::sphere:
      return 4 * pi / 3 * r * r * r;
    case ShapeKind::box:
      return 8 * shape.half.x * shape.half.y * shape.half.z;
    case ShapeKind::cylinder:
      return 2 * pi * r * r * shape.half_length;
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
    case ShapeKind::box:
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
