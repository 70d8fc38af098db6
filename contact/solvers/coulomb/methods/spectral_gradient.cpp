#include "contact/solvers/coulomb/methods/spectral_gradient.h"

#include <algorithm>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/methods/progress.h"

namespace eulersolid {

SpectralGradientSteps::SpectralGradientSteps(const RelaxedProblem& problem, std::vector<Vec3> r)
    : problem_(problem), r_(std::move(r)) {
  for (std::size_t c = 0; c < r_.size(); ++c) r_[c] = problem_.projected(c, r_[c]);
  g_ = d_ = next_r_ = next_g_ = r_;
  restart();
}

void SpectralGradientSteps::restart() {
  problem_.gradient(r_, g_);
  values_.assign(1, 0.0);
}

void SpectralGradientSteps::step() {
  const std::vector<double>& P = problem_.response();
  for (std::size_t c = 0; c < r_.size(); ++c)
    d_[c] = problem_.projected(c, r_[c] - (length_ / P[c]) * g_[c]) - r_[c];
  const double slope = dot(d_, g_);
  double rounding = 0;  // of f, from that of the impulses
  for (std::size_t c = 0; c < r_.size(); ++c) rounding += norm(r_[c]) * norm(g_[c]);
  rounding *= unit_rounding;
  const double limit = *std::max_element(values_.begin(), values_.end());
  double lambda = 1, value = 0;
  for (int trial = 0;; ++trial) {
    for (std::size_t c = 0; c < r_.size(); ++c) next_r_[c] = r_[c] + lambda * d_[c];
    problem_.gradient(next_r_, next_g_);
    // f is quadratic: its change from the gradients at both ends, which does not cancel.
    value = values_.back() + 0.5 * lambda * (slope + dot(d_, next_g_));
    if (value <= limit + armijo * lambda * slope + rounding || trial == most_backtracks) break;
    // The minimum of the parabola through f, its slope and the value, kept within [0.1, 0.5].
    const double bend = value - values_.back() - lambda * slope;
    lambda *= bend > 0 ? std::clamp(-0.5 * lambda * slope / bend, 0.1, 0.5) : 0.5;
    ++backtracks_;
  }
  double ss = 0, sy = 0, yy = 0;
  for (std::size_t c = 0; c < r_.size(); ++c) {
    const Vec3 s = next_r_[c] - r_[c], y = next_g_[c] - g_[c];
    ss += P[c] * dot(s, s), sy += dot(s, y), yy += dot(y, y) / P[c];
  }
  if (sy > 0) length_ = std::clamp(odd_ ? ss / sy : sy / yy, least_length, most_length);
  odd_ = !odd_;
  r_.swap(next_r_), g_.swap(next_g_);
  values_.push_back(value);
  if (values_.size() > values_remembered) values_.pop_front();
}

CoulombReport SpectralGradient::solve(const CoulombProblem& problem, const CoulombLimits& limits,
                                      std::vector<Vec3>& r) {
  Progress progress(problem.local, limits);
  progress.judge(r);
  RelaxedProblem relaxed(problem.local);
  relaxed.refresh(r);
  SpectralGradientSteps steps(relaxed, r);
  int done = 0, since_refresh = 0;
  double error = progress.best_error();
  while (!progress.solved() && !progress.out_of_time() && done < limits.max_iterations) {
    steps.step(), ++done, ++since_refresh;
    if (done % steps_unjudged != 0 && done != limits.max_iterations) continue;
    if (steps.error() > refresh_share * error && since_refresh < most_steps_unrefreshed) continue;
    error = progress.judge(steps.impulses());
    relaxed.refresh(steps.impulses());
    steps.restart();
    since_refresh = 0;
  }
  progress.judge(steps.impulses());
  return progress.finish(done, r);
}

}  // namespace eulersolid
