#include "contact/solvers/coulomb/infeasibility.h"

#include <algorithm>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/contact_cone.h"
#include "contact/solvers/coulomb/methods/admm.h"

namespace eulersolid {

namespace {

/// What impulses have grown by, as far as it may be part of n.
std::vector<Vec3> growth(const std::vector<Vec3>& r, const std::vector<Vec3>& before,
                         const std::vector<double>& mu) {
  std::vector<Vec3> n(r.size());
  double largest = 0;
  for (std::size_t c = 0; c < r.size(); ++c) {
    const Vec3 d = r[c] - before[c];
    n[c] = is_joint(mu[c]) ? d : Vec3{std::max(0.0, d.x), 0, 0};
    largest = std::max(largest, norm(n[c]));
  }
  for (Vec3& each : n) each = (largest > 0 ? 1 / largest : 0) * each;
  return n;
}

Infeasibility measured(const LocalProblem& problem, std::vector<Vec3> n) {
  const std::vector<Mat3> W = diagonal_blocks(problem.W);
  double sum = 0, power = 0, scale = 0, left = 0;
  Infeasibility shown;
  for (std::size_t c = 0; c < n.size(); ++c) {
    sum += norm(n[c]);
    power -= dot(n[c], problem.q[c]);
    scale = std::max(scale, opposed_speed(problem.q[c], problem.mu[c]));
    // By a mean of W_cc, so that contacts of light and heavy bodies count alike.
    left = std::max(left, 3 / trace(W[c]) * norm(row_product(problem.W, c, n)));
    shown.contacts += norm(n[c]) > least_part_of_a_certificate ? 1 : 0;
  }
  shown.n = std::move(n);
  shown.speed = sum > 0 ? power / sum : 0;
  shown.impulses = power / (scale * std::max(left, unit_rounding));
  return shown;
}

}  // namespace

std::optional<Infeasibility> infeasibility(const CoulombProblem& problem, int steps) {
  CoulombProblem smooth = problem;
  for (double& mu : smooth.local.mu)
    if (!is_joint(mu)) mu = 0;
  if (smooth.global) smooth.global->mu = smooth.local.mu;
  std::vector<Vec3> before(problem.local.q.size());
  AdmmIteration iteration(smooth, before);
  for (int step = 1; step <= steps && iteration.possible(); ++step) {
    iteration.advance();
    if (step % steps_unjudged != 0) continue;
    Infeasibility shown =
        measured(smooth.local, growth(iteration.impulses(), before, smooth.local.mu));
    if (shown.impulses > least_impulses_of_a_certificate) return shown;
    before = iteration.impulses();
  }
  return {};
}

}  // namespace eulersolid
