#pragma once

#include "contact/solvers/qp/interior_iterate.h"
#include "contact/solvers/qp/qp_work.h"
#include "kernels/band/block_cholesky.h"

ES_BEGIN

/// Mehrotra's predictor-corrector method (SIAM J. Optim. 2 (1992) 575-601) for bounds on both
/// sides, with Gondzio's centrality correctors (Comput. Optim. Appl. 6 (1996) 137-156), which cost
/// solves but no factorisation. It follows
///
///     H x - c - z_l + z_u = 0,   s_l z_l = mu,   s_u z_u = mu,   mu -> 0,
///
/// with the matrix H + diag(z_l / s_l + z_u / s_u), which has the band of H. Infinite bounds drop
/// their terms; fixed variables are eliminated. Globally convergent where the active-set method
/// cycles. It keeps its own iterate, so that the active-set method may try the predicted working
/// set between two steps.
class InteriorPoint {
 public:
  /// Begin from the guess in work.x, as an active-set method leaves it: far out of its bounds, it
  /// still says how large x may become. Without finite values, from x = 0.
  void start(const Hessian& H, const QpWork& work);

  enum class Step {
    moved,
    solved,  ///< optimal already, to interior_tolerance or to rounding
    stuck,   ///< the matrix could not be factored, or the step is not finite
  };
  /// One factorisation and the step that it gives.
  Step advance(const Hessian& H, const QpWork& work, QpReport& report);

  /// Of the iterate before the last step, relative to the largest |c|.
  double error() const { return error_; }
  /// The working set that the last step points to, and how many variables it has changed there.
  Span<const std::int8_t> predicted() const { return predicted_.span(); }
  Index changes() const { return changes_; }
  /// Hand the iterate over: work.state is predicted(), work.x the iterate.
  void write(const QpWork& work) const;

 private:
  InteriorIterate iterate();
  ProductTargets targets() { return {lower_target_.span(), upper_target_.span()}; }
  LooseQp loose_qp(const Hessian& H, const QpWork& work) const {
    return {work.qp, H.diagonal(), flags_.span()};
  }
  void resize(const Hessian& H, const QpWork& work);
  bool factor(const Hessian& H, QpReport& report);
  void solve_step(ProductTargets targets, DeviceVector<double>& direction, QpReport& report);
  double predict_and_correct(QpReport& report);
  double correct_centrality(double length, double centre, QpReport& report);

  BlockCholesky cholesky_;
  DeviceVector<std::uint8_t> flags_;
  DeviceVector<int> loose_;  // the variables that are neither fixed nor as good as fixed
  DeviceVector<double> x_, lower_gap_, upper_gap_, lower_dual_, upper_dual_;
  DeviceVector<double> lower_target_, upper_target_, lower_trial_, upper_trial_;
  DeviceVector<double> residual_, right_, packed_, affine_, step_, corrected_;
  DeviceVector<std::int8_t> predicted_;
  Index changes_ = 0;
  double error_ = 0;
};

ES_END
