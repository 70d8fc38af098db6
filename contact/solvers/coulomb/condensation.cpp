#include "contact/solvers/coulomb/condensation.h"

#include <algorithm>
#include <string>

#include "contact/solvers/coulomb/constants.h"
#include "kernels/core/error.h"
#include "kernels/dense/host_dense.h"
#include "kernels/sparse/sparse_factor.h"

namespace eulersolid {

namespace {

SparseFactor factor_of_mass(const SparseMatrix& M) {
  SparseFactor factor(M);
  if (factor.singular()) throw InputError("the mass matrix M is singular");
  return factor;
}

/// The rows of H of one part of the bodies, by columns: those that have an element there.
struct PartRows {
  std::vector<int> columns;  ///< of H, ascending
  HostMatrix dense;          ///< of the part's unknowns and these columns
};

PartRows rows_of_part(const SparseMatrix& H, const SparseFactor::Part& part) {
  PartRows rows;
  for (const int i : part.unknowns)
    for (int e = H.row_start[std::size_t(i)]; e < H.row_start[std::size_t(i) + 1]; ++e)
      rows.columns.push_back(H.column[std::size_t(e)]);
  std::sort(rows.columns.begin(), rows.columns.end());
  rows.columns.erase(std::unique(rows.columns.begin(), rows.columns.end()), rows.columns.end());
  rows.dense = HostMatrix(int(part.unknowns.size()), int(rows.columns.size()));
  for (std::size_t k = 0; k < part.unknowns.size(); ++k) {
    const auto i = std::size_t(part.unknowns[k]);
    for (int e = H.row_start[i]; e < H.row_start[i + 1]; ++e) {
      const auto at =
          std::lower_bound(rows.columns.begin(), rows.columns.end(), H.column[std::size_t(e)]);
      rows.dense(int(k), int(at - rows.columns.begin())) = H.value[std::size_t(e)];
    }
  }
  return rows;
}

/// What one part adds to H^T M^-1 H.
void add_part(const SparseMatrix& H, const SparseFactor& M, const SparseFactor::Part& part,
              std::vector<MatrixEntry>& entries) {
  const PartRows rows = rows_of_part(H, part);
  if (rows.columns.empty()) return;
  HostMatrix X = rows.dense;
  M.solve_part(part, X.value);
  const std::size_t order = part.unknowns.size();
  for (std::size_t k = 0; k < rows.columns.size(); ++k) {
    for (std::size_t l = 0; l < rows.columns.size(); ++l) {
      const double *h = rows.dense.column(int(k)), *x = X.column(int(l));
      double sum = 0;
      for (std::size_t i = 0; i < order; ++i) sum += h[i] * x[i];
      entries.push_back({rows.columns[k], rows.columns[l], sum});
    }
  }
}

HostMatrix dense(const BlockMatrix& A) {
  HostMatrix D(3 * A.order(), 3 * A.order());
  for (int i = 0; i < A.order(); ++i)
    for (int e = A.row_start[std::size_t(i)]; e < A.row_start[std::size_t(i) + 1]; ++e)
      for (int k = 0; k < 9; ++k)
        D(3 * i + k / 3, 3 * A.column[std::size_t(e)] + k % 3) =
            A.value[std::size_t(e)][k / 3][k % 3];
  return D;
}

}  // namespace

LocalProblem condensed(const GlobalProblem& problem) {
  const SparseFactor M = factor_of_mass(problem.M);
  std::vector<MatrixEntry> entries;
  for (const SparseFactor::Part& part : M.parts()) add_part(problem.H, M, part, entries);
  LocalProblem local;
  local.W = block_matrix(sparse_matrix(problem.H.columns, problem.H.columns, entries));
  std::vector<double> v = problem.f, q = flat(problem.w);
  M.solve(v);
  add_product(1, transposed(problem.H), v, q);
  local.q = by_contact(q);
  local.mu = problem.mu;
  return local;
}

std::vector<double> body_velocities(const GlobalProblem& problem, const std::vector<Vec3>& r) {
  std::vector<double> v = problem.f;
  add_product(1, problem.H, flat(r), v);
  factor_of_mass(problem.M).solve(v);
  return v;
}

GlobalProblem expanded(const LocalProblem& problem) {
  if (asymmetry(sparse_matrix(problem.W)) > most_asymmetry_to_expand)
    throw InputError("W is not symmetric, so there is no global form of it");
  const HostMatrix L = cholesky_of_rank(dense(problem.W), least_mode);
  std::vector<MatrixEntry> mass, H;
  for (int j = 0; j < L.columns; ++j) {
    mass.push_back({j, j, 1});
    for (int i = 0; i < L.rows; ++i)
      if (L(i, j) != 0) H.push_back({j, i, L(i, j)});
  }
  GlobalProblem global{sparse_matrix(L.columns, L.columns, mass),
                       sparse_matrix(L.columns, L.rows, H),
                       std::vector<double>(std::size_t(L.columns), 0), problem.q, problem.mu};
  return global;
}

}  // namespace eulersolid
