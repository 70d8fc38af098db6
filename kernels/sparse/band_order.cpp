#include "kernels/sparse/band_order.h"

#include <algorithm>

namespace eulersolid {

namespace {

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

}  // namespace

SparseMatrix symmetric_part(const SparseMatrix& A) {
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

std::vector<std::vector<int>> band_order(const SparseMatrix& A) {
  const SparseMatrix pattern = symmetric_part(A);
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

}  // namespace eulersolid
