#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/contact_cone.h"
#include "contact/solvers/coulomb/parallel/relaxed_problem.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"
#include "kernels/core/vectors.h"

// After those that make the namespace of this backend inline.
#include "contact/solvers/coulomb/parallel/parallel_methods.h"

ES_BEGIN

namespace {

/// y = r + beta (r - before).
void extrapolate(Span<const Vec3> r, Span<const Vec3> before, double beta, Span<Vec3> y) {
  parallel_for_light(y.size, [=] ES_DEVICE(Index c) { y[c] = r[c] + beta * (r[c] - before[c]); });
}

/// next = P_K(y - rho g).
void take_step(Span<const Vec3> y, Span<const Vec3> g, double rho, Span<const double> mu,
               Span<Vec3> next) {
  parallel_for_light(
      next.size, [=] ES_DEVICE(Index c) { next[c] = nearest_impulse(y[c] - rho * g[c], mu[c]); });
}

/// |d|^2, d . e and |e|^2 for the changes d of impulses and e of gradients.
Vec3 products_of_changes(Span<const Vec3> y, Span<const Vec3> next, Span<const Vec3> g,
                         Span<const Vec3> next_g) {
  return sum<Vec3>(y.size, [=] ES_DEVICE(Index c) -> Vec3 {
    const Vec3 d = y[c] - next[c], e = g[c] - next_g[c];
    return {dot(d, d), dot(d, e), dot(e, e)};
  });
}

/// (y - r) . (r - before).
double rise(Span<const Vec3> y, Span<const Vec3> r, Span<const Vec3> before) {
  return sum<double>(
      r.size, [=] ES_DEVICE(Index c) -> double { return dot(y[c] - r[c], r[c] - before[c]); });
}

/// The iterates of one relaxed problem.
class Acceleration {
 public:
  Acceleration(const RelaxedProblem& problem, const std::vector<Vec3>& r, double rho,
               const AccelerationOptions& options)
      : problem_(problem),
        options_(options),
        rho_(rho),
        r_(r),
        before_(r_.size()),
        y_(r_.size()),
        g_(r_.size()),
        next_(r_.size()),
        next_g_(r_.size()) {
    project(mu(), r_.span());
    restart();
  }
  Span<const Vec3> impulses() const { return r_.span(); }
  void restart() { momentum_ = 1, copy(r_.span(), before_.span()); }
  double error() {
    problem_.gradient(r_.span(), g_.span());
    return problem_.error(r_.span(), g_.span());
  }

  void step() {
    const double next = 0.5 * (1 + std::sqrt(1 + 4 * momentum_ * momentum_));
    const double onwards = options_.accelerated ? (momentum_ - 1) / next : 0;
    extrapolate(r_.span(), before_.span(), onwards, y_.span());
    momentum_ = next;
    problem_.gradient(y_.span(), g_.span());
    take_step(y_.span(), g_.span(), rho_, mu(), next_.span());
    if (options_.update != RhoUpdate::fixed) adapt();
    before_.swap(r_), r_.swap(next_);
    // Uphill along the step: the gradient map y - r is a gradient there (O'Donoghue and Candes).
    if (options_.restart && rise(y_.span(), r_.span(), before_.span()) > 0) restart();
  }

 private:
  Span<const double> mu() const { return problem_.held().mu(); }
  /// rho |g(y) - g(next)| / |y - next|, or rho (y - next) . (g(y) - g(next)) / |y - next|^2.
  double ratio() {
    problem_.gradient(next_.span(), next_g_.span());
    const auto [dd, dg, gg] =
        products_of_changes(y_.span(), next_.span(), g_.span(), next_g_.span());
    if (dd == 0) return 0;
    return options_.update == RhoUpdate::ratio_1 ? rho_ * std::sqrt(gg / dd) : rho_ * dg / dd;
  }
  void adapt() {
    const double most = options_.update == RhoUpdate::backtracking ? 1 : largest_ratio;
    double now = ratio();
    for (; now > most; now = ratio()) {
      rho_ *= rho_shrinkage;
      take_step(y_.span(), g_.span(), rho_, mu(), next_.span());
    }
    if (options_.update == RhoUpdate::backtracking)
      rho_ *= rho_recovery;
    else if (now < smallest_ratio)
      rho_ /= rho_shrinkage;
  }

  const RelaxedProblem& problem_;
  AccelerationOptions options_;
  double rho_, momentum_ = 1;
  DeviceVector<Vec3> r_, before_, y_, g_, next_, next_g_;
};

}  // namespace

CoulombReport solve_by_accelerated_gradients(const AccelerationOptions& options,
                                             const FrictionProblem& problem,
                                             const CoulombLimits& limits, std::vector<Vec3>& r) {
  Progress progress(problem, limits);
  HeldProblem held(problem);
  double error = held.judge(DeviceVector<Vec3>(r).span(), progress);
  const double rho = first_rho(problem, options.rule);
  if (!std::isfinite(rho)) return progress.finish(0, r, "its rule has no rho for this problem");
  RelaxedProblem relaxed(held);
  if (options.external_s) relaxed.refresh();
  Acceleration acceleration(relaxed, r, rho, options);
  int done = 0, since_refresh = 0;
  bool relaxed_solved = false;
  while ((!progress.solved() || !options.external_s) && !progress.out_of_time() &&
         done < limits.max_iterations) {
    acceleration.step(), ++done, ++since_refresh;
    if (done % steps_unjudged != 0) continue;
    const double relaxed_error = acceleration.error();
    if (!options.external_s) {
      relaxed_solved = relaxed_error <= limits.tolerance;
      if (relaxed_solved || !std::isfinite(relaxed_error)) break;
      continue;
    }
    if (relaxed_error > refresh_share * error && since_refresh < max_steps_unrefreshed) continue;
    error = held.judge(acceleration.impulses(), progress);
    if (!std::isfinite(error)) break;
    relaxed.refresh();
    acceleration.restart();
    since_refresh = 0;
  }
  if (!options.external_s)
    return progress.finish_other(done, to_host(acceleration.impulses()), relaxed_solved,
                                 "the relaxed problem", r);
  held.judge(acceleration.impulses(), progress);
  return progress.finish(done, r, "it does not come nearer to a solution");
}

ES_END
