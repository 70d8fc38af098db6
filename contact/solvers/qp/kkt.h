#pragma once

#include <cmath>

#include "kernels/core/host_device.h"

namespace eulersolid {

/// KKT residual of one variable of a QP with bounds, that of the natural map,
///
///     H_ii |x_i - clip(x_i - lambda_i / H_ii)|,      lambda = H x - c,
///
/// infinite where x or lambda is not a finite number; zero for a fixed variable at its value, the
/// sign of whose lambda means nothing. Between the bounds it is min(|lambda|, H_ii (distance to the
/// bound that -lambda points to)), without the division, which may underflow.
///
/// @param h  H_ii > 0
ES_HD inline double kkt_residual(double h, double x, double lambda, double lower, double upper) {
  if (lower == upper && x == lower) return 0;
  const double force = std::fabs(lambda);
  if (!(force < HUGE_VAL && std::fabs(x) < HUGE_VAL)) return HUGE_VAL;
  if (lower <= x && x <= upper) return std::fmin(force, h * (lambda < 0 ? upper - x : x - lower));
  const double step = x - lambda / h;
  const double nearest = step < lower ? lower : step > upper ? upper : step;
  return h * std::fabs(x - nearest);
}

}  // namespace eulersolid
