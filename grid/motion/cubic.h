#pragma once

#include "grid/lattice.h"
#include "kernels/math/lanes3.h"

namespace eulersolid {

/// Cubic Lagrange interpolation between the nodes -1, 0, 1 and 2 of a row.
namespace cubic {

/// Weights of the four nodes at t in [0, 1].
ES_HD inline void weights(double t, double* w) {
  const double below = t + 1, above = t - 1, beyond = t - 2;
  w[0] = -t * above * beyond / 6;
  w[1] = below * above * beyond / 2;
  w[2] = -below * t * beyond / 2;
  w[3] = below * t * above / 6;
}

/// Value at the part `xi` of the cell whose corner 0 is at `lower`; reads the nodes of the 3 x 3 x
/// 3 cells around it.
ES_HD inline Vec3 interpolate(Span<const Vec3> field, Cells nodes, Index lower, Vec3 xi) {
  double wx[4], wy[4], wz[4];
  weights(xi.x, wx), weights(xi.y, wy), weights(xi.z, wz);
  const Strides s = strides(nodes);
  Vec3Row row;
  for (int c = 0; c < 4; ++c)
    for (int b = 0; b < 4; ++b)
      row.add(wy[b] * wz[c], field.part(lower - s.x + (b - 1) * s.y + (c - 1) * s.z, 4));
  Vec3 sum[4];
  row.store(sum);
  return (wx[0] * sum[0] + wx[1] * sum[1]) + (wx[2] * sum[2] + wx[3] * sum[3]);
}

}  // namespace cubic

}  // namespace eulersolid
