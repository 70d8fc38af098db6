#include "contact/solvers/coulomb/alternation/infeasibility.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/alternation/admm.h"
#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/contact_cone.h"

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

/// Is A x zero to a share of its terms, row by row? Rows in which x is next to nothing may be off
/// by as much.
bool vanishes(const SparseMatrix& A, const std::vector<double>& x, double share) {
  for (std::size_t i = 0; i < std::size_t(A.rows); ++i) {
    double sum = 0, size = 0, largest = 0;
    for (auto e = std::size_t(A.row_start[i]); e < std::size_t(A.row_start[i + 1]); ++e) {
      const double term = A.value[e] * x[std::size_t(A.column[e])];
      sum += term, size += std::fabs(term);
      largest = std::max(largest, std::fabs(A.value[e]));
    }
    if (std::fabs(sum) > share * std::max(size, min_part_of_a_certificate * largest)) return false;
  }
  return true;
}

std::optional<Infeasibility> shown_by(const FrictionProblem& problem, std::vector<Vec3> n) {
  double sum = 0, power = 0, scale = 0;
  Infeasibility shown;
  for (std::size_t c = 0; c < n.size(); ++c) {
    sum += norm(n[c]);
    power -= dot(n[c], problem.q[c]);
    scale = std::max(scale, opposed_speed(problem.q[c], problem.mu[c]));
    shown.contacts += norm(n[c]) > min_part_of_a_certificate ? 1 : 0;
  }
  if (!(power > rounding_of_a_certificate * scale * sum / double(n.size()))) return {};
  const bool holds = problem.global
                         ? vanishes(problem.global->H, flat(n), rounding_of_a_certificate)
                         : vanishes(transposed(sparse_matrix(problem.W)), flat(n), rounding_of_W);
  if (!holds) return {};
  shown.n = std::move(n);
  shown.speed = power / sum;
  return shown;
}

}  // namespace

std::optional<Infeasibility> infeasibility(const FrictionProblem& problem, int steps,
                                           const Progress& progress) {
  std::vector<double> smooth = problem.mu;
  for (double& mu : smooth)
    if (!is_joint(mu)) mu = 0;
  std::vector<Vec3> before(problem.q.size());
  AdmmIteration iteration(problem, smooth, before);
  for (int step = 1; step <= steps && iteration.possible() && !progress.out_of_time(); ++step) {
    iteration.advance();
    if (step % steps_unjudged != 0) continue;
    std::vector<Vec3> n = growth(iteration.impulses(), before, smooth);
    if (std::optional<Infeasibility> shown = shown_by(problem, std::move(n))) return shown;
    before = iteration.impulses();
  }
  return {};
}

}  // namespace eulersolid
