#include "contact/solvers/coulomb/parallel/spectral_gradient.h"

#include <algorithm>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/contact_cone.h"
#include "contact/solvers/coulomb/parallel/parallel_methods.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

/// d = P_K(r - length P^-1 g) - r.
void take_direction(Span<const Vec3> r, Span<const Vec3> g, double length, Span<const double> P,
                    Span<const double> mu, Span<Vec3> d) {
  parallel_for_light(d.size, [=] ES_DEVICE(Index c) {
    d[c] = nearest_impulse(r[c] - (length / P[c]) * g[c], mu[c]) - r[c];
  });
}

void take_point(Span<const Vec3> r, double lambda, Span<const Vec3> d, Span<Vec3> next) {
  parallel_for_light(next.size, [=] ES_DEVICE(Index c) { next[c] = r[c] + lambda * d[c]; });
}

double product(Span<const Vec3> a, Span<const Vec3> b) {
  return sum<double>(a.size, [=] ES_DEVICE(Index c) -> double { return dot(a[c], b[c]); });
}

/// d . g, and the sum of |r_c| |g_c|.
Vec3 slope_and_size(Span<const Vec3> d, Span<const Vec3> r, Span<const Vec3> g) {
  return sum<Vec3>(d.size, [=] ES_DEVICE(Index c) -> Vec3 {
    return {dot(d[c], g[c]), norm(r[c]) * norm(g[c]), 0};
  });
}

/// s . P s, s . y and y . P^-1 y for the changes s of r and y of g.
Vec3 products_of_changes(Span<const Vec3> r, Span<const Vec3> next_r, Span<const Vec3> g,
                         Span<const Vec3> next_g, Span<const double> P) {
  return sum<Vec3>(r.size, [=] ES_DEVICE(Index c) -> Vec3 {
    const Vec3 s = next_r[c] - r[c], y = next_g[c] - g[c];
    return {P[c] * dot(s, s), dot(s, y), dot(y, y) / P[c]};
  });
}

}  // namespace

SpectralGradientSteps::SpectralGradientSteps(const RelaxedProblem& problem,
                                             const std::vector<Vec3>& r)
    : problem_(problem),
      r_(r),
      g_(r_.size()),
      d_(r_.size()),
      next_r_(r_.size()),
      next_g_(r_.size()) {
  project(problem_.held().mu(), r_.span());
  restart();
}

void SpectralGradientSteps::restart() {
  problem_.gradient(r_.span(), g_.span());
  values_.assign(1, 0.0);
}

void SpectralGradientSteps::step() {
  const Span<const double> P = problem_.held().response();
  take_direction(r_.span(), g_.span(), length_, P, problem_.held().mu(), d_.span());
  const Vec3 sums = slope_and_size(d_.span(), r_.span(), g_.span());
  const double slope = sums.x, rounding = sums.y * unit_rounding;  // of f, from the impulses'
  const double limit = *std::max_element(values_.begin(), values_.end());
  double lambda = 1, value = 0;
  for (int trial = 0;; ++trial) {
    take_point(r_.span(), lambda, d_.span(), next_r_.span());
    problem_.gradient(next_r_.span(), next_g_.span());
    // f is quadratic: its change from the gradients at both ends, which does not cancel.
    value = values_.back() + 0.5 * lambda * (slope + product(d_.span(), next_g_.span()));
    if (value <= limit + armijo * lambda * slope + rounding || trial == max_backtracks) break;
    // The minimum of the parabola through f, its slope and the value, kept within [0.1, 0.5].
    const double bend = value - values_.back() - lambda * slope;
    lambda *= bend > 0 ? std::clamp(-0.5 * lambda * slope / bend, 0.1, 0.5) : 0.5;
    ++backtracks_;
  }
  const auto [ss, sy, yy] =
      products_of_changes(r_.span(), next_r_.span(), g_.span(), next_g_.span(), P);
  if (sy > 0) length_ = std::clamp(odd_ ? ss / sy : sy / yy, min_length, max_length);
  odd_ = !odd_;
  r_.swap(next_r_), g_.swap(next_g_);
  values_.push_back(value);
  if (values_.size() > values_remembered) values_.pop_front();
}

SpectralGradientIteration::SpectralGradientIteration(HeldProblem& problem,
                                                     const std::vector<Vec3>& r)
    : relaxed_(problem), error_(problem.error(DeviceVector<Vec3>(r).span())), steps_(relaxed_, r) {
  refresh(error_);
}

void SpectralGradientIteration::advance(int steps) {
  for (int k = 0; k < steps; ++k) steps_.step();
  since_refresh_ += steps;
}

bool SpectralGradientIteration::is_due() const {
  return steps_.error() <= refresh_share * error_ || since_refresh_ >= max_steps_unrefreshed;
}

void SpectralGradientIteration::refresh(double error) {
  error_ = error;
  relaxed_.refresh();
  steps_.restart();
  since_refresh_ = 0;
}

CoulombReport solve_by_spectral_gradients(const FrictionProblem& problem,
                                          const CoulombLimits& limits, std::vector<Vec3>& r) {
  Progress progress(problem, limits);
  HeldProblem held(problem);
  held.judge(DeviceVector<Vec3>(r).span(), progress);
  SpectralGradientIteration iteration(held, r);
  int done = 0;
  while (!progress.solved() && !progress.out_of_time() && done < limits.max_iterations) {
    const int steps = std::min(steps_unjudged, limits.max_iterations - done);
    iteration.advance(steps), done += steps;
    if (iteration.is_due() || done == limits.max_iterations)
      iteration.refresh(held.judge(iteration.impulses(), progress));
  }
  held.judge(iteration.impulses(), progress);
  return progress.finish(done, r);
}

ES_END
