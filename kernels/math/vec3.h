#pragma once

#include <cmath>

#include "kernels/core/host_device.h"

namespace eulersolid {

/// The larger and the smaller of two numbers; unlike std::fmax these compile to one instruction,
/// and what they make of not-a-number is unspecified.
ES_HD inline double larger(double a, double b) { return a > b ? a : b; }
ES_HD inline double smaller(double a, double b) { return a < b ? a : b; }

/// A vector or point in space; units are those of the quantity it holds.
struct Vec3 {
  double x = 0, y = 0, z = 0;

  ES_HD double operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  ES_HD double& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
};

ES_HD inline Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
ES_HD inline Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
ES_HD inline Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
ES_HD inline Vec3 operator*(double s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
ES_HD inline Vec3& operator+=(Vec3& a, Vec3 b) { return a = a + b; }
ES_HD inline Vec3& operator-=(Vec3& a, Vec3 b) { return a = a - b; }
ES_HD inline double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
ES_HD inline Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
ES_HD inline double norm(Vec3 a) { return std::sqrt(dot(a, a)); }
/// Sum of absolute components.
ES_HD inline double norm1(Vec3 a) { return std::fabs(a.x) + std::fabs(a.y) + std::fabs(a.z); }
/// a / |a|, and zero for zero.
ES_HD inline Vec3 normalized(Vec3 a) {
  const double length = norm(a);
  return length > 0 ? (1 / length) * a : Vec3{};
}

}  // namespace eulersolid
