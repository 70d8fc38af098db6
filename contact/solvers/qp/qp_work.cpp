#include "contact/solvers/qp/qp_work.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/qp/kkt.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"
#include "kernels/core/vectors.h"

ES_BEGIN

namespace {

double largest_bound(Span<const double> diagonal, Span<const double> lower,
                     Span<const double> upper) {
  return max_reduce(
      diagonal.size,
      [=] ES_DEVICE(Index i) {
        const double low = std::fabs(lower[i]), high = std::fabs(upper[i]);
        const double finite_low = low < HUGE_VAL ? low : 0.0,
                     finite_high = high < HUGE_VAL ? high : 0.0;
        return diagonal[i] * std::fmax(finite_low, finite_high);
      },
      0.0);
}

}  // namespace

double residual_scale(const Hessian& H, const BoxQp& qp) {
  const double c = largest_magnitude(qp.c);
  if (c > 0) return c;
  const double bound = largest_bound(H.diagonal(), qp.lower, qp.upper);
  return bound > 0 ? bound : 1;
}

double largest_product(Span<const double> diagonal, Span<const double> x) {
  return max_reduce(
      x.size, [=] ES_DEVICE(Index i) { return diagonal[i] * std::fabs(x[i]); }, 0.0);
}

double rounding_of(const Hessian& H, Span<const double> x) {
  return rounding_tolerance * largest_product(H.diagonal(), x);
}

double allowed_residual(const Hessian& H, const QpWork& work, double tolerance) {
  return std::max(tolerance, rounding_of(H, work.x) / work.scale);
}

void set_bound_values(const QpWork& work) {
  const Span<const double> lower = work.qp.lower, upper = work.qp.upper;
  const Span<const std::int8_t> state = work.state;
  const Span<double> x = work.x;
  parallel_for_light(x.size, [=] ES_DEVICE(Index i) {
    if (state[i] == at_lower) x[i] = lower[i];
    if (state[i] == at_upper) x[i] = upper[i];
  });
}

namespace {

/// States that the bounds allow, with x of the variables at a bound.
void hold_at_bounds(const Hessian& H, const QpWork& work) {
  const Span<const double> lower = work.qp.lower, upper = work.qp.upper, diagonal = H.diagonal();
  const Span<std::int8_t> state = work.state;
  const Span<double> x = work.x;
  const double least = too_narrow(work);
  parallel_for_light(x.size, [=] ES_DEVICE(Index i) {
    state[i] = allowed_state(state[i], lower[i], upper[i], least / diagonal[i]);
    if (state[i] == at_lower) x[i] = lower[i];
    if (state[i] == at_upper) x[i] = upper[i];
  });
}

}  // namespace

double natural_residual(const Hessian& H, const QpWork& work) {
  const Span<const double> x = work.x, lambda = work.multiplier, diagonal = H.diagonal();
  const Span<const double> lower = work.qp.lower, upper = work.qp.upper;
  return max_reduce(
      x.size,
      [=] ES_DEVICE(Index i) {
        return kkt_residual(diagonal[i], x[i], lambda[i], lower[i], upper[i]);
      },
      0.0);
}

double finish(const Hessian& H, const QpWork& work, bool multiplier_fits) {
  const Index moved = clip(work.qp, work.x);
  if (moved > 0 || !multiplier_fits) H.residual(work.x, work.qp.c, work.multiplier);
  return natural_residual(H, work) / work.scale;
}

bool accept(const Hessian& H, const QpWork& work, double tolerance, QpReport& report) {
  hold_at_bounds(H, work);
  report.kkt = finish(H, work);
  const double allowed = allowed_residual(H, work, tolerance);
  return allowed < HUGE_VAL && report.kkt <= allowed;
}

ES_END
