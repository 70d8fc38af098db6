#pragma once

#include "kernels/math/vec3.h"

namespace eulersolid {

/// A 3 x 3 matrix by rows.
struct Mat3 {
  Vec3 r[3];

  ES_HD const Vec3& operator[](int row) const { return r[row]; }
  ES_HD Vec3& operator[](int row) { return r[row]; }
};

ES_HD inline Mat3 diagonal(double a, double b, double c) {
  return {{{a, 0, 0}, {0, b, 0}, {0, 0, c}}};
}
ES_HD inline Mat3 identity3() { return diagonal(1, 1, 1); }
ES_HD inline Mat3 operator+(const Mat3& a, const Mat3& b) {
  return {{a.r[0] + b.r[0], a.r[1] + b.r[1], a.r[2] + b.r[2]}};
}
ES_HD inline Mat3 operator-(const Mat3& a, const Mat3& b) {
  return {{a.r[0] - b.r[0], a.r[1] - b.r[1], a.r[2] - b.r[2]}};
}
ES_HD inline Mat3 operator*(double s, const Mat3& a) {
  return {{s * a.r[0], s * a.r[1], s * a.r[2]}};
}
ES_HD inline Vec3 operator*(const Mat3& a, Vec3 x) {
  return {dot(a.r[0], x), dot(a.r[1], x), dot(a.r[2], x)};
}
ES_HD inline Mat3 transpose(const Mat3& a) {
  return {{{a.r[0].x, a.r[1].x, a.r[2].x},
           {a.r[0].y, a.r[1].y, a.r[2].y},
           {a.r[0].z, a.r[1].z, a.r[2].z}}};
}
/// a^T x
ES_HD inline Vec3 times_transpose(const Mat3& a, Vec3 x) {
  return x.x * a.r[0] + x.y * a.r[1] + x.z * a.r[2];
}
ES_HD inline Mat3 operator*(const Mat3& a, const Mat3& b) {
  const Mat3 t = transpose(b);
  return {{t * a.r[0], t * a.r[1], t * a.r[2]}};
}
/// a b^T.
ES_HD inline Mat3 outer(Vec3 a, Vec3 b) { return {{a.x * b, a.y * b, a.z * b}}; }
ES_HD inline double trace(const Mat3& a) { return a.r[0].x + a.r[1].y + a.r[2].z; }
ES_HD inline double determinant(const Mat3& a) { return dot(a.r[0], cross(a.r[1], a.r[2])); }
/// Inverse of a matrix whose determinant is not zero: adjugate over determinant.
ES_HD inline Mat3 inverse(const Mat3& a) {
  const Vec3 c0 = cross(a.r[1], a.r[2]), c1 = cross(a.r[2], a.r[0]), c2 = cross(a.r[0], a.r[1]);
  return (1 / dot(a.r[0], c0)) * transpose(Mat3{{c0, c1, c2}});
}
/// Rotation by `angle` [rad] about `axis` (any length but zero): Rodrigues' formula.
ES_HD inline Mat3 rotation(Vec3 axis, double angle) {
  const Vec3 k = normalized(axis);
  const Mat3 cross_k{{{0, -k.z, k.y}, {k.z, 0, -k.x}, {-k.y, k.x, 0}}};
  return identity3() + std::sin(angle) * cross_k + (1 - std::cos(angle)) * (cross_k * cross_k);
}

}  // namespace eulersolid
