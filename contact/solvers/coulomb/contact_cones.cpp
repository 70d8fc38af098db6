#include "contact/solvers/coulomb/contact_cones.h"

#include <cmath>

#include "contact/solvers/coulomb/contact_cone.h"

namespace eulersolid {

namespace {

void scale_rows(SparseMatrix& A, const std::vector<double>& factor) {
  for (std::size_t i = 0; i < std::size_t(A.rows); ++i)
    for (int e = A.row_start[i]; e < A.row_start[i + 1]; ++e)
      A.value[std::size_t(e)] *= factor[i / 3];
}

}  // namespace

double length_of_moment(double h, const Mat3& moment) {
  return trace(moment) > 0 ? std::sqrt(2 * h / trace(moment)) : 1;
}

std::vector<double> mean_responses(const FrictionProblem& problem) {
  std::vector<double> h;
  for (const Mat3& W : diagonal_blocks(problem.W))
    if (!is_moment(problem.rolling, h.size()))
      h.push_back(trace(W) / 3);
    else
      h.push_back(trace(W) > 0 ? trace(W) / 2 : h.back());
  return h;
}

ScaledMoments::ScaledMoments(const FrictionProblem& problem)
    : problem_(problem), length_(problem.q.size(), 1) {
  const std::vector<Mat3> W = diagonal_blocks(problem.W);
  for (std::size_t c = 1; c < length_.size(); ++c)
    if (is_moment(problem.rolling, c)) length_[c] = length_of_moment(trace(W[c - 1]) / 3, W[c]);
  for (std::size_t c = 0; c < length_.size(); ++c)
    for (auto e = std::size_t(problem.W.row_start[c]); e < std::size_t(problem.W.row_start[c + 1]);
         ++e)
      problem_.W.value[e] =
          length_[c] * length_[std::size_t(problem.W.column[e])] * problem.W.value[e];
  for (std::size_t c = 0; c < length_.size(); ++c) {
    problem_.q[c] = length_[c] * problem.q[c];
    if (is_moment(problem.rolling, c)) problem_.rolling[c] /= length_[c];
  }
  if (!problem_.global) return;
  GlobalForm& global = *problem_.global;
  SparseMatrix HT = transposed(global.H);
  scale_rows(HT, length_);
  global.H = transposed(HT);
  for (std::size_t c = 0; c < length_.size(); ++c) global.w[c] = length_[c] * global.w[c];
  global.rolling = problem_.rolling;
}

void ScaledMoments::scale(std::vector<Vec3>& r) const {
  for (std::size_t c = 0; c < r.size(); ++c) r[c] = (1 / length_[c]) * r[c];
}

void ScaledMoments::unscale(std::vector<Vec3>& r) const {
  for (std::size_t c = 0; c < r.size(); ++c) r[c] = length_[c] * r[c];
}

CoulombReport solve_scaled(CoulombSolver solve, const FrictionProblem& problem,
                           const CoulombLimits& limits, std::vector<Vec3>& r) {
  if (problem.rolling.empty()) return solve(problem, limits, r);
  const ScaledMoments scaled(problem);
  scaled.scale(r);
  CoulombReport report = solve(scaled.problem(), limits, r);
  scaled.unscale(r);
  return report;
}

void ContactCones::project(const std::vector<Vec3>& t, std::vector<Vec3>& p) const {
  for (std::size_t c = 0; c < t.size(); ++c) {
    if (!is_moment(rolling_, c + 1)) {
      p[c] = nearest_impulse(t[c], mu_[c]);
      continue;
    }
    const RollingImpulse nearest =
        nearest_rolling_impulse({t[c], t[c + 1]}, mu_[c], rolling_[c + 1]);
    p[c] = nearest.r, p[c + 1] = nearest.m;
    ++c;
  }
}

double ContactCones::de_saxce(const std::vector<Vec3>& u, std::size_t triple) const {
  if (is_moment(rolling_, triple)) return 0;
  const double of_slip = de_saxce_term(u[triple], mu_[triple]);
  if (!is_moment(rolling_, triple + 1)) return of_slip;
  return of_slip + rolling_[triple + 1] * norm(u[triple + 1]);
}

double ContactCones::opposed(Vec3 q, std::size_t triple) const {
  return is_moment(rolling_, triple) ? norm(q) : opposed_speed(q, mu_[triple]);
}

}  // namespace eulersolid
