#include "kernels/sparse/block_matrix.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace eulersolid {

BlockMatrix block_matrix(int order, const std::vector<BlockEntry>& entries) {
  BlockMatrix B;
  B.row_start.assign(std::size_t(order) + 1, 0);
  int last_row = -1;
  for (const std::size_t e : sorted_by_rows(order, order, entries)) {
    const BlockEntry& entry = entries[e];
    if (entry.row == last_row && entry.column == B.column.back()) {
      B.value.back() = B.value.back() + entry.value;
      continue;
    }
    B.column.push_back(entry.column);
    B.value.push_back(entry.value);
    ++B.row_start[std::size_t(last_row = entry.row) + 1];
  }
  std::partial_sum(B.row_start.begin(), B.row_start.end(), B.row_start.begin());
  return B;
}

BlockMatrix block_matrix(const SparseMatrix& A) {
  assert(A.rows == A.columns && A.rows % 3 == 0);
  const auto order = std::size_t(A.rows / 3);
  BlockMatrix B;
  constexpr int none = -1;
  std::vector<int> place(order, none);  // of the block of each column in the row that is made
  for (std::size_t i = 0; i < order; ++i) {
    const auto first = std::size_t(A.row_start[3 * i]), last = std::size_t(A.row_start[3 * i + 3]);
    const std::size_t before = B.column.size();
    for (std::size_t e = first; e < last; ++e) {
      const int j = A.column[e] / 3;
      if (place[std::size_t(j)] != none) continue;
      place[std::size_t(j)] = 0;
      B.column.push_back(j);
    }
    std::sort(B.column.begin() + std::ptrdiff_t(before), B.column.end());
    B.value.resize(B.column.size());
    for (std::size_t b = before; b < B.column.size(); ++b) place[std::size_t(B.column[b])] = int(b);
    for (std::size_t row = 3 * i; row < 3 * i + 3; ++row) {
      for (auto e = std::size_t(A.row_start[row]); e < std::size_t(A.row_start[row + 1]); ++e) {
        const auto block = std::size_t(place[std::size_t(A.column[e] / 3)]);
        B.value[block][int(row % 3)][A.column[e] % 3] = A.value[e];
      }
    }
    for (std::size_t b = before; b < B.column.size(); ++b) place[std::size_t(B.column[b])] = none;
    B.row_start.push_back(int(B.column.size()));
  }
  return B;
}

SparseMatrix sparse_matrix(const BlockMatrix& A) {
  const int order = 3 * A.order();
  SparseMatrix S{order, order, {0}, {}, {}};
  S.column.reserve(9 * A.value.size());
  S.value.reserve(9 * A.value.size());
  for (std::size_t row = 0; row < std::size_t(order); ++row) {
    for (auto e = std::size_t(A.row_start[row / 3]); e < std::size_t(A.row_start[row / 3 + 1]);
         ++e) {
      for (int k = 0; k < 3; ++k) {
        S.column.push_back(3 * A.column[e] + k);
        S.value.push_back(A.value[e][int(row % 3)][k]);
      }
    }
    S.row_start.push_back(int(S.column.size()));
  }
  return S;
}

void multiply(const BlockMatrix& A, std::span<const Vec3> x, std::span<Vec3> y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = row_product(A, i, x);
}

std::vector<Mat3> diagonal_blocks(const BlockMatrix& A) {
  std::vector<Mat3> blocks(std::size_t(A.order()));
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    for (auto e = std::size_t(A.row_start[i]); e < std::size_t(A.row_start[i + 1]); ++e)
      if (A.column[e] == int(i)) blocks[i] = A.value[e];
  }
  return blocks;
}

double asymmetry(const BlockMatrix& A) {
  double largest = 0, most = 0;
  std::vector<int> next(A.row_start.begin(), A.row_start.end() - 1);  // by row, for its transpose
  for (int i = 0; i < A.order(); ++i) {
    for (int e = A.row_start[std::size_t(i)]; e < A.row_start[std::size_t(i) + 1]; ++e) {
      const auto j = std::size_t(A.column[std::size_t(e)]);
      while (next[j] < A.row_start[j + 1] && A.column[std::size_t(next[j])] < i) ++next[j];
      const bool both = next[j] < A.row_start[j + 1] && A.column[std::size_t(next[j])] == i;
      const Mat3& block = A.value[std::size_t(e)];
      const Mat3 other = both ? transpose(A.value[std::size_t(next[j])]) : Mat3{};
      for (int n = 0; n < 9; ++n) {
        largest = std::max(largest, std::abs(block[n / 3][n % 3]));
        most = std::max(most, std::abs(block[n / 3][n % 3] - other[n / 3][n % 3]));
      }
    }
  }
  return largest > 0 ? most / largest : 0;
}

}  // namespace eulersolid
