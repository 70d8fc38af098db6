#include "contact/solvers/coulomb/unilateral/augmented_system.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/constants.h"

namespace eulersolid {

namespace {

/// Mean of a_ij^2 / g_jj over the rows: what a unit of l does to its own row.
double mean_response(const UnilateralProblem& problem) {
  std::vector<double> diagonal(std::size_t(problem.unknowns()), 0);
  const SparseMatrix &G = problem.G, &A = problem.A;
  for (int i = 0; i < G.rows; ++i)
    for (int e = G.row_start[std::size_t(i)]; e < G.row_start[std::size_t(i) + 1]; ++e)
      if (G.column[std::size_t(e)] == i) diagonal[std::size_t(i)] = G.value[std::size_t(e)];
  double sum = 0;
  for (std::size_t e = 0; e < A.elements(); ++e)
    sum += A.value[e] * A.value[e] / diagonal[std::size_t(A.column[e])];
  return A.rows > 0 ? sum / A.rows : 1;
}

}  // namespace

AugmentedSystem::AugmentedSystem(const UnilateralProblem& problem)
    : problem_(problem),
      transposed_(transposed(problem.A)),
      softest_(trace_of_compliance * mean_response(problem)) {}

bool AugmentedSystem::factor(std::span<const double> T) {
  T_.assign(T.begin(), T.end());
  stiffness_.clear();
  for (const double t : T) stiffness_.push_back(1 / std::max(t, softest_));
  const SparseMatrix &G = problem_.G, &A = problem_.A;
  std::vector<MatrixEntry> entries;
  for (int i = 0; i < G.rows; ++i)
    for (int e = G.row_start[std::size_t(i)]; e < G.row_start[std::size_t(i) + 1]; ++e)
      entries.push_back({i, G.column[std::size_t(e)], G.value[std::size_t(e)]});
  for (std::size_t row = 0; row < stiffness_.size(); ++row) {
    const auto start = std::size_t(A.row_start[row]), end = std::size_t(A.row_start[row + 1]);
    for (std::size_t a = start; a < end; ++a)
      for (std::size_t b = start; b < end; ++b)
        if (A.value[a] != 0 && A.value[b] != 0)
          entries.push_back({A.column[a], A.column[b], stiffness_[row] * A.value[a] * A.value[b]});
  }
  const SparseMatrix S = sparse_matrix(G.rows, G.rows, entries);
  if (!factor_) factor_ = std::make_unique<SparseCholesky>(S);
  return factor_->factor(S);
}

void AugmentedSystem::solve_softened(std::vector<double>& s, std::vector<double>& t) const {
  std::vector<double> loaded = t;
  for (std::size_t row = 0; row < t.size(); ++row) loaded[row] *= stiffness_[row];
  add_product(1, transposed_, loaded, s);
  factor_->solve(s);
  add_product(-1, problem_.A, s, t);
  for (std::size_t row = 0; row < t.size(); ++row) t[row] *= stiffness_[row];
}

void AugmentedSystem::solve(std::vector<double>& s, std::vector<double>& t) const {
  std::vector<double> dx(s.size(), 0), dl(t.size(), 0);
  for (int round = 0; round < refinements; ++round) {
    std::vector<double> rest_s = s, rest_t = t;
    add_product(-1, problem_.G, dx, rest_s);
    add_product(1, transposed_, dl, rest_s);
    add_product(-1, problem_.A, dx, rest_t);
    for (std::size_t row = 0; row < rest_t.size(); ++row) rest_t[row] -= T_[row] * dl[row];
    solve_softened(rest_s, rest_t);
    for (std::size_t i = 0; i < dx.size(); ++i) dx[i] += rest_s[i];
    for (std::size_t row = 0; row < dl.size(); ++row) dl[row] += rest_t[row];
  }
  s = std::move(dx), t = std::move(dl);
}

}  // namespace eulersolid
