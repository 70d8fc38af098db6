#pragma once

#include "shapes/shape.h"

namespace eulersolid {

/// The smooth faces that a shape's surface consists of. What is round everywhere, a plane and a
/// sampled shape, of which no edges are known, have one; a box has six, at the ends of x, y, z, the
/// lower one first; a cylinder and a cone have their side and their two ends, the lower one first.
ES_HD inline int face_count(const Shape& shape) {
  if (shape.kind == ShapeKind::box) return 6;
  return shape.kind == ShapeKind::cylinder || shape.kind == ShapeKind::cone ? 3 : 1;
}

/// Half of the width that a face has for a grid [m]: of a plane one the radius of the largest
/// circle in it, of one that is round half of its radius near a point of the shape's frame.
ES_HD inline double face_reach(const Shape& shape, int face, Vec3 p) {
  if (shape.kind == ShapeKind::box) {
    const int axis = face / 2;
    return smaller(shape.half[(axis + 1) % 3], shape.half[(axis + 2) % 3]);
  }
  if (shape.kind == ShapeKind::cylinder) return face == 0 ? 0.5 * shape.radius : shape.radius;
  if (shape.kind != ShapeKind::cone) return INFINITY;
  if (face > 0) return face == 1 ? shape.radius : shape.radius2;
  const double at = larger(0, smaller(1, 0.5 + 0.5 * p.z / shape.half_length));
  return 0.5 * (shape.radius + at * (shape.radius2 - shape.radius));
}

/// One face as seen from a point of the shape's frame.
struct FaceView {
  double height = 0;   ///< distance from the face, extended beyond its borders [m]
  double beyond = -1;  ///< how far the foot of the point is beyond the borders, negative within [m]
  Vec3 normal;         ///< outward unit normal at the foot; of a face that has borders
};

ES_HD inline FaceView box_face(Vec3 half, int face, Vec3 p) {
  const int axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
  const double sign = face % 2 ? 1 : -1;
  FaceView view;
  view.height = sign * p[axis] - half[axis];
  view.beyond = larger(std::fabs(p[u]) - half[u], std::fabs(p[v]) - half[v]);
  view.normal[axis] = sign;
  return view;
}

ES_HD inline FaceView cylinder_face(double radius, double half_length, int face, Vec3 p) {
  const double from_axis = std::sqrt(p.x * p.x + p.y * p.y);
  const double beyond_side = from_axis - radius, beyond_ends = std::fabs(p.z) - half_length;
  if (face == 0) return {beyond_side, beyond_ends, normalized({p.x, p.y, 0})};
  const double sign = face == 2 ? 1 : -1;
  return {sign * p.z - half_length, beyond_side, {0, 0, sign}};
}

/// At the point of a cone the upper end has no inside: it is beyond its border.
ES_HD inline FaceView cone_face(const Shape& cone, int face, Vec3 p) {
  const double from_axis = std::sqrt(p.x * p.x + p.y * p.y);
  if (face == 0) {
    const ConeSide side = cone_side(from_axis, p.z, cone.radius, cone.radius2, cone.half_length);
    const Vec3 outwards = normalized({p.x, p.y, 0});
    return {side.height, side.beyond, side.out * outwards + Vec3{0, 0, side.upwards}};
  }
  const double sign = face == 2 ? 1 : -1;
  return {sign * p.z - cone.half_length,
          from_axis - (face == 2 ? cone.radius2 : cone.radius),
          {0, 0, sign}};
}

/// Within its borders and outside the solid, the height over a face is the signed distance.
ES_HD inline FaceView face_from(const Shape& shape, int face, Vec3 p) {
  if (shape.kind == ShapeKind::box) return box_face(shape.half, face, p);
  if (shape.kind == ShapeKind::cylinder)
    return cylinder_face(shape.radius, shape.half_length, face, p);
  if (shape.kind == ShapeKind::cone) return cone_face(shape, face, p);
  FaceView view;
  view.height = signed_distance(shape, p);
  return view;
}

}  // namespace eulersolid
