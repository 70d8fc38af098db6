#include "kernels/sparse/sparse_factor.h"

#include <lapacke.h>

#include <algorithm>
#include <cassert>

namespace eulersolid {

namespace {

/// The pattern of A + A^T.
SparseMatrix symmetric_pattern(const SparseMatrix& A) {
  std::vector<MatrixEntry> entries;
  entries.reserve(2 * A.elements());
  for (int i = 0; i < A.rows; ++i) {
    for (int e = A.row_start[std::size_t(i)]; e < A.row_start[std::size_t(i) + 1]; ++e) {
      const double half = 0.5 * A.value[std::size_t(e)];
      entries.push_back({i, A.column[std::size_t(e)], half});
      entries.push_back({A.column[std::size_t(e)], i, half});
    }
  }
  return sparse_matrix(A.rows, A.columns, entries);
}

int degree(const SparseMatrix& pattern, int i) {
  return pattern.row_start[std::size_t(i) + 1] - pattern.row_start[std::size_t(i)];
}

/// Breadth first from `start`, neighbours by their degree (Cuthill and McKee, Proc. 24th Nat. Conf.
/// ACM (1969) 157-172); what was reached is marked.
std::vector<int> breadth_first(const SparseMatrix& pattern, int start, std::vector<char>& reached) {
  std::vector<int> order{start};
  reached[std::size_t(start)] = 1;
  for (std::size_t next = 0; next < order.size(); ++next) {
    const std::size_t before = order.size();
    const auto i = std::size_t(order[next]);
    for (int e = pattern.row_start[i]; e < pattern.row_start[i + 1]; ++e) {
      const int j = pattern.column[std::size_t(e)];
      if (reached[std::size_t(j)] != 0) continue;
      reached[std::size_t(j)] = 1;
      order.push_back(j);
    }
    std::stable_sort(order.begin() + std::ptrdiff_t(before), order.end(),
                     [&](int a, int b) { return degree(pattern, a) < degree(pattern, b); });
  }
  return order;
}

/// The unknowns of each part, from one end of it to the other.
std::vector<std::vector<int>> parts_of(const SparseMatrix& pattern) {
  const auto order = std::size_t(pattern.rows);
  std::vector<std::vector<int>> parts;
  std::vector<char> reached(order, 0), second(order, 0);
  for (std::size_t i = 0; i < order; ++i) {
    if (reached[i] != 0) continue;
    const int end = breadth_first(pattern, int(i), reached).back();
    parts.push_back(breadth_first(pattern, end, second));
    std::reverse(parts.back().begin(), parts.back().end());
  }
  return parts;
}

/// The element (i, j) of dgbtrf's storage, with room for what row exchanges fill in.
double& band_element(SparseFactor::Part& part, int i, int j) {
  const int rows = 2 * part.lower + part.upper + 1;
  return part
      .band[std::size_t(part.lower + part.upper + i - j) + std::size_t(j) * std::size_t(rows)];
}

}  // namespace

SparseFactor::SparseFactor(const SparseMatrix& A)
    : part_of_(std::size_t(A.rows)), place_of_(std::size_t(A.rows)) {
  assert(A.rows == A.columns);
  for (std::vector<int>& unknowns : parts_of(symmetric_pattern(A))) {
    for (std::size_t k = 0; k < unknowns.size(); ++k) {
      part_of_[std::size_t(unknowns[k])] = int(parts_.size());
      place_of_[std::size_t(unknowns[k])] = int(k);
    }
    parts_.push_back({std::move(unknowns), 0, 0, {}, {}, false});
  }
  const auto each_element = [&](auto call) {
    for (int i = 0; i < A.rows; ++i)
      for (int e = A.row_start[std::size_t(i)]; e < A.row_start[std::size_t(i) + 1]; ++e)
        call(parts_[std::size_t(part_of(i))], place_of(i), place_of(A.column[std::size_t(e)]),
             A.value[std::size_t(e)]);
  };
  each_element([](Part& part, int i, int j, double) {
    part.lower = std::max(part.lower, i - j);
    part.upper = std::max(part.upper, j - i);
  });
  for (Part& part : parts_) {
    part.band.assign(std::size_t(2 * part.lower + part.upper + 1) * part.unknowns.size(), 0);
    part.exchanges.resize(part.unknowns.size());
  }
  each_element([](Part& part, int i, int j, double value) { band_element(part, i, j) = value; });
  for (Part& part : parts_) {
    const int order = int(part.unknowns.size());
    part.singular =
        LAPACKE_dgbtrf(LAPACK_COL_MAJOR, order, order, part.lower, part.upper, part.band.data(),
                       2 * part.lower + part.upper + 1, part.exchanges.data()) != 0;
  }
}

bool SparseFactor::singular() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.singular; });
}

void SparseFactor::solve_part(const Part& part, std::span<double> X) const {
  const int order = int(part.unknowns.size());
  LAPACKE_dgbtrs(LAPACK_COL_MAJOR, 'N', order, part.lower, part.upper, int(X.size()) / order,
                 part.band.data(), 2 * part.lower + part.upper + 1, part.exchanges.data(), X.data(),
                 order);
}

void SparseFactor::solve(std::span<double> x) const {
  std::vector<double> mine;
  for (const Part& part : parts_) {
    mine.clear();
    for (const int i : part.unknowns) mine.push_back(x[std::size_t(i)]);
    solve_part(part, mine);
    for (std::size_t k = 0; k < mine.size(); ++k) x[std::size_t(part.unknowns[k])] = mine[k];
  }
}

bool is_positive_definite(const SparseMatrix& A) {
  const SparseMatrix S = symmetric_pattern(A);
  std::vector<int> place(std::size_t(S.rows));
  for (const std::vector<int>& unknowns : parts_of(S)) {
    for (std::size_t k = 0; k < unknowns.size(); ++k) place[std::size_t(unknowns[k])] = int(k);
    int width = 0;
    const auto each_lower = [&](auto call) {
      for (std::size_t j = 0; j < unknowns.size(); ++j) {
        const auto column = std::size_t(unknowns[j]);  // of a symmetric matrix: its row
        for (int e = S.row_start[column]; e < S.row_start[column + 1]; ++e) {
          const int i = place[std::size_t(S.column[std::size_t(e)])];
          if (i >= int(j)) call(i - int(j), j, S.value[std::size_t(e)]);
        }
      }
    };
    each_lower([&](int below, std::size_t, double) { width = std::max(width, below); });
    std::vector<double> band(std::size_t(width + 1) * unknowns.size(), 0);
    each_lower([&](int below, std::size_t j, double value) {
      band[std::size_t(below) + j * std::size_t(width + 1)] = value;
    });
    if (LAPACKE_dpbtrf(LAPACK_COL_MAJOR, 'L', int(unknowns.size()), width, band.data(),
                       width + 1) != 0)
      return false;
  }
  return true;
}

}  // namespace eulersolid
