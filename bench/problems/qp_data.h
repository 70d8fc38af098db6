#pragma once

#include <cstdint>
#include <vector>

#include "kernels/band/host_band.h"

namespace eulersolid {

/// minimise 1/2 x^T H x - c^T x subject to lower <= x <= upper, as numbers on the host.
struct QpData {
  HostBand H;
  std::vector<double> c, lower, upper;

  /// The same with x >= 0, as the contact QPs have it.
  static QpData at_least_zero(HostBand H, std::vector<double> c);
};

/// Per variable -1 (at its lower bound), 0 (free) or 1 (at its upper bound).
using QpStates = std::vector<std::int8_t>;

/// Bound is what c pulls to a bound: at the lower one where c < 0 and there is one, at the upper
/// one where c > 0 and there is one and no lower one, else free.
QpStates states_from_signs(const QpData& qp);
/// The first `changes` states the other way round: a free variable is bound, a bound one freed.
QpStates flipped(const QpData& qp, QpStates states, int changes);
int active(const QpStates& states);  ///< how many are at a bound

/// lambda = H x - c.
std::vector<double> multiplier(const QpData& qp, const std::vector<double>& x);

/// How near a point is to the solution, from the numbers alone.
struct KktResidual {
  /// Largest KKT residual relative to the largest |c|: that of the natural map,
  /// H_ii |x_i - clip(x_i - (H x - c)_i / H_ii)|. Not a number counts as infinite.
  double value = 0;
  /// What rounding alone may leave of it: eps max_i (|H| |x|)_i, relative to the largest |c|, with
  /// eps = 2^-52. Where x is as large as 1e8 c, as with a nearly singular H and a c outside of its
  /// range, no x of doubles need have a residual below.
  double rounding = 0;

  static constexpr double aim = 1e-9;
  bool reaches_aim() const { return value <= aim; }
  bool certifies() const { return reaches_aim() || value <= rounding; }
};
KktResidual kkt_residual(const QpData& qp, const std::vector<double>& x);

}  // namespace eulersolid
