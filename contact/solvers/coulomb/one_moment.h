#pragma once

#include <cmath>

#include "kernels/math/mat3.h"

namespace eulersolid {

/// The moment (0, m1, m2) of a disc that opposes what it leaves of turning: -(W m + omega) is zero,
/// or points along m at the rim. There (W + lambda) m = -omega for the lambda at which |m| is the
/// radius, by Newton's method on 1 / |m| from below, which it does not overshoot (More and
/// Sorensen, SIAM J. Sci. Stat. Comput. 4 (1983) 553-572).
/// @param W  of the moment, semidefinite @param omega  without it, (0, ., .)
inline Vec3 moment_within(const Mat3& W, Vec3 omega, double radius) {
  constexpr int most = 50;
  constexpr double rounding = 1e-14;
  const double trace = W[1][1] + W[2][2], mixed = 0.5 * (W[1][2] + W[2][1]);
  if (!(radius > 0) || !(trace > 0) || (omega.y == 0 && omega.z == 0)) return {};
  const auto solved = [&](double lambda, Vec3 right) {
    const double a = W[1][1] + lambda, d = W[2][2] + lambda, det = a * d - mixed * mixed;
    return Vec3{0, (d * right.y - mixed * right.z) / det, (a * right.z - mixed * right.y) / det};
  };
  double lambda =
      W[1][1] * W[2][2] - mixed * mixed > rounding * trace * trace ? 0 : rounding * trace;
  Vec3 m = solved(lambda, -omega);
  for (int k = 0; k < most && norm(m) > (1 + rounding) * radius; ++k) {
    lambda += (norm(m) / radius - 1) * dot(m, m) / dot(m, solved(lambda, m));
    m = solved(lambda, -omega);
  }
  return norm(m) > radius ? (radius / norm(m)) * m : m;
}

}  // namespace eulersolid
