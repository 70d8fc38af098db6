#pragma once

#include "kernels/math/cells.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// Trilinear functions on the unit cell. Corner (a, b, c), each 0 or 1, has number a + 2 b + 4 c.
namespace trilinear {

ES_HD inline Int3 corner(int n) { return {n & 1, (n >> 1) & 1, n >> 2}; }

/// Values of the 8 shape functions at xi in [0, 1]^3.
ES_HD inline void shape(Vec3 xi, double* S) {
  const double x[2] = {1 - xi.x, xi.x}, y[2] = {1 - xi.y, xi.y}, z[2] = {1 - xi.z, xi.z};
  for (int n = 0; n < 8; ++n) S[n] = x[n & 1] * y[(n >> 1) & 1] * z[n >> 2];
}

/// sum_n value_n S_n(xi)
ES_HD inline double interpolate(const double* value, Vec3 xi) {
  double S[8], sum = 0;
  shape(xi, S);
  for (int n = 0; n < 8; ++n) sum += value[n] * S[n];
  return sum;
}

/// Derivatives of the interpolated function with respect to xi; divide by h for a gradient in
/// space.
ES_HD inline Vec3 gradient(const double* value, Vec3 xi) {
  const double x[2] = {1 - xi.x, xi.x}, y[2] = {1 - xi.y, xi.y}, z[2] = {1 - xi.z, xi.z};
  Vec3 g;
  for (int n = 0; n < 8; ++n) {
    const int a = n & 1, b = (n >> 1) & 1, c = n >> 2;
    g.x += (a ? 1 : -1) * value[n] * y[b] * z[c];
    g.y += (b ? 1 : -1) * value[n] * x[a] * z[c];
    g.z += (c ? 1 : -1) * value[n] * x[a] * y[b];
  }
  return g;
}

}  // namespace trilinear

}  // namespace eulersolid
