#include "bench/papers/apgd_of_paper.h"

#include <cmath>

#include "bench/papers/inner_product.h"
#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/contact_cone.h"

namespace eulersolid {

namespace {

constexpr double epsilon = 1e-3, g_d = 1e-6;
constexpr int max_inner = 200, max_outer = 200;

class RelaxedProblemOfPaper {
 public:
  explicit RelaxedProblemOfPaper(const FrictionProblem& problem)
      : problem_(problem), s_(problem.q.size(), 0) {}

  std::vector<Vec3> gradient(const std::vector<Vec3>& r) const {
    std::vector<Vec3> g(r.size());
    multiply(problem_.W, r, g);
    for (std::size_t c = 0; c < r.size(); ++c) g[c] += problem_.q[c] + Vec3{s_[c], 0, 0};
    return g;
  }
  /// P_K(r - rho g).
  std::vector<Vec3> step(const std::vector<Vec3>& r, double rho, const std::vector<Vec3>& g) const {
    std::vector<Vec3> next(r.size());
    for (std::size_t c = 0; c < r.size(); ++c)
      next[c] = nearest_impulse(r[c] - rho * g[c], problem_.mu[c]);
    return next;
  }
  /// Eq. 10.
  double metric(const std::vector<Vec3>& r) const {
    const std::vector<Vec3> next = step(r, g_d, gradient(r));
    double sum = 0;
    for (std::size_t c = 0; c < r.size(); ++c) sum += dot(r[c] - next[c], r[c] - next[c]);
    return std::sqrt(sum) / (3 * double(r.size()) * g_d);
  }
  /// s of these impulses. Returns the largest change by Eq. 22.
  double update(const std::vector<Vec3>& r) {
    std::vector<Vec3> u(r.size());
    multiply(problem_.W, r, u);
    double change = 0;
    for (std::size_t c = 0; c < r.size(); ++c) {
      const double s = de_saxce_term(u[c] + problem_.q[c], problem_.mu[c]);
      if (s != s_[c]) change = std::fmax(change, s_[c] == 0 ? INFINITY : std::fabs(s / s_[c] - 1));
      s_[c] = s;
    }
    return change;
  }

 private:
  const FrictionProblem& problem_;
  std::vector<double> s_;
};

/// Algorithm 2.
double updated(const RelaxedProblemOfPaper& problem, const std::vector<Vec3>& r, double rho,
               RhoUpdate update) {
  const std::vector<Vec3> g = problem.gradient(r);
  const auto ratio = [&] {
    const std::vector<Vec3> next = problem.step(r, rho, g), h = problem.gradient(next);
    std::vector<Vec3> d(r.size()), y(r.size());
    for (std::size_t c = 0; c < r.size(); ++c) d[c] = r[c] - next[c], y[c] = g[c] - h[c];
    const double dd = inner(d, d);
    if (dd == 0) return 0.0;
    return update == RhoUpdate::ratio_1 ? rho * std::sqrt(inner(y, y) / dd)
                                        : rho * inner(d, y) / dd;
  };
  double now = ratio();
  for (; now > largest_ratio; now = ratio()) rho *= rho_shrinkage;
  return now < smallest_ratio ? rho / rho_shrinkage : rho;
}

}  // namespace

ApgdOfPaper apgd_of_paper(const FrictionProblem& problem, double rho, RhoUpdate update) {
  RelaxedProblemOfPaper relaxed(problem);
  ApgdOfPaper found;
  found.r.resize(problem.q.size());
  for (int outer = 0; outer < max_outer; ++outer) {
    std::vector<Vec3> r = found.r, before = r;
    for (int k = 1; k <= max_inner && relaxed.metric(r) > epsilon; ++k, ++found.iterations) {
      if (update != RhoUpdate::fixed) rho = updated(relaxed, r, rho, update);
      std::vector<Vec3> y(r.size());
      const double onwards = double(k - 2) / (k + 1);
      for (std::size_t c = 0; c < r.size(); ++c) y[c] = r[c] + onwards * (r[c] - before[c]);
      before = r;
      r = relaxed.step(y, rho, relaxed.gradient(y));
      if (!std::isfinite(inner(r, r))) return found;
    }
    found.r = r;
    if (relaxed.update(r) <= epsilon) {
      found.stopped = relaxed.metric(r) <= epsilon;
      if (found.stopped) break;
    }
  }
  return found;
}

}  // namespace eulersolid
