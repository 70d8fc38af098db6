#pragma once

#include "contact/solvers/pdasm.h"

ES_BEGIN

/// Mehrotra's predictor-corrector method (SIAM J. Optim. 2 (1992) 575-601) for bounds on both
/// sides. With the distances s_l = x - lower, s_u = upper - x and their multipliers z_l, z_u >= 0
/// it follows
///
///     H x - c - z_l + z_u = 0,   s_l z_l = mu,   s_u z_u = mu,   mu -> 0,
///
/// with the matrix H + diag(z_l / s_l + z_u / s_u), which has the band of H. Infinite bounds drop
/// their terms; fixed variables are eliminated. Globally convergent where the active-set method
/// cycles.
class InteriorPoint {
 public:
  /// Leaves an approximate solution in work.x, and in work.state the working set that it points to:
  /// at_lower where H_ii s_l < z_l, at_upper where H_ii s_u < z_u. False when a matrix could not be
  /// factored.
  bool run(const Hessian& H, const QpWork& work, QpReport& report);

  /// An infinite bound has an infinite gap and a zero multiplier.
  struct Iterate {
    Span<double> x, lower_gap, upper_gap, lower_dual, upper_dual;
  };

 private:
  Iterate iterate(Span<double> x);
  void start(const BoxQp& qp);
  bool factor(const Hessian& H, Span<double> x, QpReport& report);
  void solve_step(DeviceVector<double>& direction);
  void advance(Span<double> x, QpReport& report);

  BlockCholesky cholesky_;
  DeviceVector<std::uint8_t> flags_;
  DeviceVector<int> loose_;  // the variables that are not fixed
  DeviceVector<double> lower_gap_, upper_gap_, lower_dual_, upper_dual_, residual_, right_, packed_;
  DeviceVector<double> affine_, step_, zero_;
};

ES_END
