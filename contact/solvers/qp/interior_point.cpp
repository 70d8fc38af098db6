#include "contact/solvers/qp/interior_point.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/algorithms.h"
#include "kernels/core/clock.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/vectors.h"

ES_BEGIN

namespace {

void mark_loose(const BoxQp& qp, Span<const double> diagonal, double least,
                Span<std::uint8_t> flags) {
  const Span<const double> lower = qp.lower, upper = qp.upper;
  parallel_for_light(flags.size, [=] ES_DEVICE(Index i) {
    flags[i] = std::uint8_t(!is_fixed(lower[i], upper[i], least / diagonal[i]));
  });
}

}  // namespace

InteriorIterate InteriorPoint::iterate() {
  return {x_.span(), lower_gap_.span(), upper_gap_.span(), lower_dual_.span(), upper_dual_.span()};
}

void InteriorPoint::resize(const Hessian& H, const QpWork& work) {
  const Index n = work.x.size;
  flags_.resize(n);
  mark_loose(work.qp, H.diagonal(), too_narrow(work), flags_.span());
  select(flags_.span(), loose_);
  for (DeviceVector<double>* vector : {&x_, &lower_gap_, &upper_gap_, &lower_dual_, &upper_dual_,
                                       &lower_trial_, &upper_trial_, &residual_, &right_}) {
    vector->resize(n);
  }
  packed_.resize(loose_.size());
  predicted_.resize_zero(n);
  changes_ = n;
}

void InteriorPoint::start(const Hessian& H, const QpWork& work) {
  resize(H, work);
  clip_origin(work.qp, x_.span());
  H.residual(x_.span(), work.qp.c, residual_.span());
  const double scale = energy_scale(loose_qp(H, work), residual_.span());
  if (std::isfinite(largest_product(H.diagonal(), work.x))) {
    copy(work.x, x_.span());
    H.residual(x_.span(), work.qp.c, residual_.span());
  }
  const Violations guess = violations(loose_qp(H, work), x_.span(), residual_.span());
  start_inside(loose_qp(H, work), residual_.span(), scale, guess, iterate());
}

/// Factor H + diag(z_l / s_l + z_u / s_u) for the variables that are not fixed.
bool InteriorPoint::factor(const Hessian& H, QpReport& report) {
  const Stopwatch watch(report.seconds_factor);
  ++report.factorizations;
  H.give(loose_.span(), cholesky_);
  write_barrier(iterate(), loose_.span(), packed_.span());
  cholesky_.add_to_diagonal(packed_.span());
  return cholesky_.factor() < 0;
}

/// The direction of x with which the products s z become the targets; zero where x is fixed.
void InteriorPoint::solve_step(ProductTargets targets, DeviceVector<double>& direction,
                               QpReport& report) {
  ++report.solves;
  write_right_hand_side(iterate(), targets, residual_.span(), right_.span());
  direction.resize_zero(right_.size());
  gather(loose_.span(), right_.span(), packed_.span());
  cholesky_.solve(packed_.span(), 1);
  scatter(loose_.span(), packed_.span(), direction.span());
}

/// Mehrotra's predictor and corrector, then Gondzio's, with the matrix factored and the residual
/// known: leaves the direction in step_ and its targets in targets(), and returns its length.
double InteriorPoint::predict_and_correct(QpReport& report) {
  const InteriorIterate at = iterate();
  lower_target_.resize_zero(x_.size()), upper_target_.resize_zero(x_.size());
  solve_step(targets(), affine_, report);
  const double reach = longest_step(at, targets(), affine_.span());
  const double now = mean_product(at, targets(), affine_.span(), 0);
  const double then = mean_product(at, targets(), affine_.span(), reach);
  const double sigma = now > 0 ? std::pow(then / now, 3) : 0, centre = sigma * now;
  // Where the predictor is short, removing all of the residual as well would make the corrector
  // short, too: what is centred by sigma is to lose 1 - sigma of its residual.
  scale(residual_.span(), 1 - sigma);
  add_second_order(at, affine_.span(), centre, targets());
  solve_step(targets(), step_, report);
  const double length = longest_step(at, targets(), step_.span());
  return correct_centrality(length, centre, report);
}

double InteriorPoint::correct_centrality(double length, double centre, QpReport& report) {
  const InteriorIterate at = iterate();
  for (int k = 0; k < max_correctors && length < long_enough; ++k) {
    const ProductTargets trial{lower_trial_.span(), upper_trial_.span()};
    pull_to_centre(at, targets(), step_.span(), std::min(1.0, length + lengthening), centre, trial);
    solve_step(trial, corrected_, report);
    const double longer = longest_step(at, trial, corrected_.span());
    if (!(longer >= length + min_gain * lengthening)) break;
    length = longer;
    lower_target_.swap(lower_trial_), upper_target_.swap(upper_trial_), step_.swap(corrected_);
  }
  return length;
}

InteriorPoint::Step InteriorPoint::advance(const Hessian& H, const QpWork& work, QpReport& report) {
  H.residual(x_.span(), work.qp.c, residual_.span());
  const double error = optimality_error(iterate(), loose_qp(H, work), residual_.span());
  error_ = error / work.scale;
  if (error <= std::max(interior_tolerance * work.scale, rounding_of(H, x_.span())))
    return Step::solved;
  if (!(error < HUGE_VAL) || !factor(H, report)) return Step::stuck;
  const double length = predict_and_correct(report);
  ++report.interior_iterations;
  changes_ = move(iterate(), targets(), step_.span(), length < 1 ? to_the_boundary * length : 1.0,
                  predicted_.span());
  return Step::moved;
}

void InteriorPoint::write(const QpWork& work) const {
  copy(predicted_.span(), work.state);
  copy(x_.span(), work.x);
}

ES_END
