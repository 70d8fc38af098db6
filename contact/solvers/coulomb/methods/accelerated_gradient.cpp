#include "contact/solvers/coulomb/methods/accelerated_gradient.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/methods/progress.h"

namespace eulersolid {

namespace {

/// The iterates of one relaxed problem.
class Acceleration {
 public:
  Acceleration(const RelaxedProblem& problem, std::vector<Vec3> r, double rho,
               const AccelerationOptions& options)
      : problem_(problem), options_(options), rho_(rho), r_(std::move(r)) {
    for (std::size_t c = 0; c < r_.size(); ++c) r_[c] = problem_.projected(c, r_[c]);
    before_ = y_ = g_ = next_ = next_g_ = r_;
  }
  const std::vector<Vec3>& impulses() const { return r_; }
  void restart() { momentum_ = 1, before_ = r_; }
  double error() {
    problem_.gradient(r_, g_);
    return problem_.error(r_, g_);
  }

  void step() {
    const double next = 0.5 * (1 + std::sqrt(1 + 4 * momentum_ * momentum_));
    const double beta = (momentum_ - 1) / next;
    for (std::size_t c = 0; c < r_.size(); ++c) y_[c] = r_[c] + beta * (r_[c] - before_[c]);
    momentum_ = next;
    problem_.gradient(y_, g_);
    project();
    if (options_.update != RhoUpdate::fixed) adapt();
    before_.swap(r_), r_.swap(next_);
    // Uphill along the step: the gradient map y - r is a gradient there (O'Donoghue and Candes).
    double uphill = 0;
    for (std::size_t c = 0; c < r_.size(); ++c) uphill += dot(y_[c] - r_[c], r_[c] - before_[c]);
    if (options_.restart && uphill > 0) restart();
  }

 private:
  void project() {
    for (std::size_t c = 0; c < r_.size(); ++c)
      next_[c] = problem_.projected(c, y_[c] - rho_ * g_[c]);
  }
  /// rho |g(y) - g(next)| / |y - next|, or rho (y - next) . (g(y) - g(next)) / |y - next|^2.
  double ratio() {
    problem_.gradient(next_, next_g_);
    double dd = 0, dg = 0, gg = 0;
    for (std::size_t c = 0; c < r_.size(); ++c) {
      const Vec3 d = y_[c] - next_[c], e = g_[c] - next_g_[c];
      dd += dot(d, d), dg += dot(d, e), gg += dot(e, e);
    }
    if (dd == 0) return 0;
    return options_.update == RhoUpdate::ratio_1 ? rho_ * std::sqrt(gg / dd) : rho_ * dg / dd;
  }
  void adapt() {
    const double most = options_.update == RhoUpdate::backtracking ? 1 : largest_ratio;
    double now = ratio();
    for (; now > most; now = ratio()) {
      rho_ *= rho_shrinkage;
      project();
    }
    if (options_.update == RhoUpdate::backtracking)
      rho_ *= rho_recovery;
    else if (now < smallest_ratio)
      rho_ /= rho_shrinkage;
  }

  const RelaxedProblem& problem_;
  AccelerationOptions options_;
  double rho_, momentum_ = 1;
  std::vector<Vec3> r_, before_, y_, g_, next_, next_g_;
};

}  // namespace

CoulombReport AcceleratedGradient::solve(const CoulombProblem& problem, const CoulombLimits& limits,
                                         std::vector<Vec3>& r) {
  Progress progress(problem.local, limits);
  progress.judge(r);
  const double rho = first_rho(problem, options_.rule);
  if (!std::isfinite(rho)) return progress.finish(0, r, "its rule has no rho for this problem");
  RelaxedProblem relaxed(problem.local);
  if (options_.external_s) relaxed.refresh(r);
  Acceleration acceleration(relaxed, r, rho, options_);
  int done = 0, since_refresh = 0;
  double error = progress.best_error();
  while (!progress.solved() && !progress.out_of_time() && done < limits.max_iterations) {
    acceleration.step(), ++done, ++since_refresh;
    if (done % steps_unjudged != 0) continue;
    const double relaxed_error = acceleration.error();
    if (!options_.external_s) {
      if (relaxed_error <= limits.tolerance || !std::isfinite(relaxed_error)) break;
      continue;
    }
    if (relaxed_error > refresh_share * error && since_refresh < most_steps_unrefreshed) continue;
    error = progress.judge(acceleration.impulses());
    if (!std::isfinite(error)) break;
    relaxed.refresh(acceleration.impulses());
    acceleration.restart();
    since_refresh = 0;
  }
  progress.judge(acceleration.impulses());
  return progress.finish(done, r, "it does not come nearer to a solution");
}

}  // namespace eulersolid
