#pragma once

#include <cmath>

namespace eulersolid {

/// Longest stable step [s] of waves on cells of size h that are damped in proportion to their rate,
///     dt = h / (n + sqrt(n^2 + c^2)),      n = nu / h.
///
/// A wave of number k does, with forces and rates of strain taken at the start of a step,
///     v' = v - dt k^2 (c^2 u + nu v),      u' = u + dt v',
/// whose eigenvalues lie in the unit circle (Jury's conditions) for 2 dt nu k^2 + dt^2 c^2 k^2 <=
/// 4; the shortest wave on a grid, with nodes to and fro, has k = 2/h.
///
/// @param h   cell size [m]
/// @param c   speed of the fastest wave [m/s]
/// @param nu  kinematic viscosity [m^2/s]
inline double longest_step(double h, double c, double nu) {
  const double n = nu / h;
  return h / (n + std::sqrt(n * n + c * c));
}

}  // namespace eulersolid
