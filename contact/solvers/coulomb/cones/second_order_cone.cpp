#include "contact/solvers/coulomb/cones/second_order_cone.h"

#include <algorithm>
#include <cmath>

namespace eulersolid {

namespace {

double tail(Vec3 x) { return std::sqrt(x.y * x.y + x.z * x.z); }
Vec3 reflected(Vec3 x) { return {x.x, -x.y, -x.z}; }

}  // namespace

double cone_determinant(Vec3 x) {
  const double t = tail(x);
  return (x.x - t) * (x.x + t);
}

Vec3 cone_product(Vec3 a, Vec3 b) {
  return {dot(a, b), a.x * b.y + b.x * a.y, a.x * b.z + b.x * a.z};
}

Vec3 cone_quotient(Vec3 a, Vec3 b) {
  const double first = dot(reflected(a), b) / cone_determinant(a);
  return {first, (b.y - first * a.y) / a.x, (b.z - first * a.z) / a.x};
}

double cone_step(Vec3 x, Vec3 dx, double most) {
  // Of a s^2 + 2 b s + c = 0 with c > 0 the least positive root, where x leaves Q.
  const double a = cone_determinant(dx), b = dot(reflected(x), dx), c = cone_determinant(x);
  const double discriminant = b * b - a * c;
  double step = most;
  if (discriminant >= 0) {
    const double q = -b - std::copysign(std::sqrt(discriminant), b);
    for (const double root : {q / a, c / q})
      if (root > 0) step = std::min(step, root);
  }
  return step;
}

}  // namespace eulersolid
