#include "contact/solvers/coulomb/condensation.h"

#include <algorithm>
#include <cmath>
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

/// The contacts of each part of the bodies, ascending.
std::vector<std::vector<int>> contacts_by_part(const SparseMatrix& HT, const SparseFactor& M) {
  std::vector<std::vector<int>> contacts(M.parts().size());
  for (int row = 0; row < HT.rows; ++row) {
    for (int e = HT.row_start[std::size_t(row)]; e < HT.row_start[std::size_t(row) + 1]; ++e) {
      std::vector<int>& mine = contacts[std::size_t(M.part_of(HT.column[std::size_t(e)]))];
      if (mine.empty() || mine.back() != row / 3) mine.push_back(row / 3);
    }
  }
  return contacts;
}

/// The columns of H of these contacts in one part.
HostMatrix columns_in_part(const SparseMatrix& HT, const SparseFactor& M, int part,
                           const std::vector<int>& contacts) {
  HostMatrix H(int(M.parts()[std::size_t(part)].unknowns.size()), 3 * int(contacts.size()));
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    for (int component = 0; component < 3; ++component) {
      const auto row = std::size_t(3 * contacts[k] + component);
      for (int e = HT.row_start[row]; e < HT.row_start[row + 1]; ++e) {
        const int i = HT.column[std::size_t(e)];
        if (M.part_of(i) == part)
          H(M.place_of(i), 3 * int(k) + component) = HT.value[std::size_t(e)];
      }
    }
  }
  return H;
}

/// What one part adds to M^-1 H.
void add_part(const SparseMatrix& HT, const SparseFactor& M, int part,
              const std::vector<int>& contacts, std::vector<MatrixEntry>& entries) {
  if (contacts.empty()) return;
  HostMatrix X = columns_in_part(HT, M, part, contacts);
  const SparseFactor::Part& mine = M.parts()[std::size_t(part)];
  mine.factor.solve(X.value);
  for (int j = 0; j < X.columns; ++j)
    for (int i = 0; i < X.rows; ++i)
      if (X(i, j) != 0)
        entries.push_back(
            {mine.unknowns[std::size_t(i)], 3 * contacts[std::size_t(j / 3)] + j % 3, X(i, j)});
}

/// Calls visit(row, column, value) for each term of three rows of H^T X.
template <class Visit>
void each_term(const SparseMatrix& HT, const SparseMatrix& X, int contact, Visit visit) {
  for (int k = 0; k < 3; ++k) {
    const auto row = std::size_t(3 * contact + k);
    for (auto h = std::size_t(HT.row_start[row]); h < std::size_t(HT.row_start[row + 1]); ++h) {
      const auto unknown = std::size_t(HT.column[h]);
      for (auto x = std::size_t(X.row_start[unknown]); x < std::size_t(X.row_start[unknown + 1]);
           ++x)
        visit(k, X.column[x], HT.value[h] * X.value[x]);
    }
  }
}

/// H^T X by blocks, contact after contact: where bodies deform a block is a sum over hundreds of
/// unknowns. They are counted first, as room that grows would take as much again.
BlockMatrix block_product(const SparseMatrix& HT, const SparseMatrix& X) {
  const int contacts = HT.rows / 3;
  std::vector<int> row_of(std::size_t(contacts), -1);
  BlockMatrix W;
  for (int c = 0; c < contacts; ++c) {
    int blocks = W.row_start.back();
    each_term(HT, X, c, [&](int, int column, double) {
      int& seen = row_of[std::size_t(column / 3)];
      if (seen != c) ++blocks;
      seen = c;
    });
    W.row_start.push_back(blocks);
  }
  W.column.reserve(std::size_t(W.row_start.back()));
  W.value.resize(std::size_t(W.row_start.back()));
  std::vector<int> place(std::size_t(contacts), -1);  // of the last block of each column
  for (int c = 0; c < contacts; ++c) {
    const int first = W.row_start[std::size_t(c)];
    const auto each_column = [&](auto visit) {
      each_term(HT, X, c, [&visit](int k, int column, double value) {
        visit(k, column % 3, std::size_t(column / 3), value);
      });
    };
    each_column([&](int, int, std::size_t d, double) {
      if (place[d] < first) W.column.push_back(int(d));
      place[d] = first;
    });
    std::sort(W.column.begin() + first, W.column.end());
    for (int b = first; b < int(W.column.size()); ++b)
      place[std::size_t(W.column[std::size_t(b)])] = b;
    each_column([&](int k, int l, std::size_t d, double value) {
      W.value[std::size_t(place[d])][k][l] += value;
    });
  }
  return W;
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

void require_finite(const FrictionProblem& local) {
  double sum = 0;  // not finite, or more than its square may be, where an element is
  for (const Mat3& block : local.W.value)
    for (int k = 0; k < 9; ++k) sum += std::fabs(block[k / 3][k % 3]);
  for (const Vec3& q : local.q) sum += std::fabs(q.x) + std::fabs(q.y) + std::fabs(q.z);
  if (!(sum * sum < HUGE_VAL))
    throw InputError("the numbers of W = H^T M^-1 H and q overflow: M is too small for H and f");
}

}  // namespace

FrictionProblem condensed(const GlobalForm& problem) {
  const SparseFactor M = factor_of_mass(problem.M);
  const SparseMatrix HT = transposed(problem.H);
  const std::vector<std::vector<int>> contacts = contacts_by_part(HT, M);
  std::vector<MatrixEntry> entries;
  for (std::size_t part = 0; part < contacts.size(); ++part)
    add_part(HT, M, int(part), contacts[part], entries);
  FrictionProblem local;
  local.W = block_product(HT, sparse_matrix(HT.columns, HT.rows, entries));
  std::vector<double> v = problem.f;
  M.solve(v);
  local.q = contact_velocities(problem, v);
  local.mu = problem.mu;
  local.rolling = problem.rolling;
  require_finite(local);
  return local;
}

FrictionProblem in_both_forms(const GlobalForm& problem) {
  FrictionProblem both = condensed(problem);
  both.global = problem;
  return both;
}

std::vector<double> body_velocities(const GlobalForm& problem, const std::vector<Vec3>& r) {
  std::vector<double> v = problem.f;
  add_product(1, problem.H, flat(r), v);
  factor_of_mass(problem.M).solve(v);
  return v;
}

std::vector<Vec3> contact_velocities(const GlobalForm& problem, const std::vector<double>& v) {
  std::vector<double> u = flat(problem.w);
  add_product(1, transposed(problem.H), v, u);
  return by_contact(u);
}

GlobalForm expanded(const FrictionProblem& problem) {
  if (asymmetry(problem.W) > max_asymmetry_to_expand)
    throw InputError("W is not symmetric, so there is no global form of it");
  const HostMatrix L = cholesky_of_rank(dense(problem.W), min_mode);
  std::vector<MatrixEntry> mass, H;
  for (int j = 0; j < L.columns; ++j) {
    mass.push_back({j, j, 1});
    for (int i = 0; i < L.rows; ++i)
      if (L(i, j) != 0) H.push_back({j, i, L(i, j)});
  }
  GlobalForm global{sparse_matrix(L.columns, L.columns, mass), sparse_matrix(L.columns, L.rows, H),
                    std::vector<double>(std::size_t(L.columns), 0), problem.q, problem.mu};
  return global;
}

}  // namespace eulersolid
