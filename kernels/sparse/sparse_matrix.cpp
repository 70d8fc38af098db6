#include "kernels/sparse/sparse_matrix.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace eulersolid {

SparseMatrix sparse_matrix(int rows, int columns, const std::vector<MatrixEntry>& entries) {
  SparseMatrix A{rows, columns, std::vector<int>(std::size_t(rows) + 1, 0), {}, {}};
  int last_row = -1, last_column = -1;
  for (const std::size_t e : sorted_by_rows(rows, columns, entries)) {
    const auto [i, j, value] = entries[e];
    assert(0 <= i && i < rows && 0 <= j && j < columns);
    if (i == last_row && j == last_column) {
      A.value.back() += value;
      continue;
    }
    A.column.push_back(last_column = j);
    A.value.push_back(value);
    ++A.row_start[std::size_t(last_row = i) + 1];
  }
  std::partial_sum(A.row_start.begin(), A.row_start.end(), A.row_start.begin());
  return A;
}

SparseMatrix transposed(const SparseMatrix& A) {
  SparseMatrix T{A.columns, A.rows, std::vector<int>(std::size_t(A.columns) + 1, 0),
                 std::vector<int>(A.elements()), std::vector<double>(A.elements())};
  for (const int j : A.column) ++T.row_start[std::size_t(j) + 1];
  std::partial_sum(T.row_start.begin(), T.row_start.end(), T.row_start.begin());
  std::vector<int> next(T.row_start.begin(), T.row_start.end() - 1);
  for (int i = 0; i < A.rows; ++i) {
    for (int e = A.row_start[std::size_t(i)]; e < A.row_start[std::size_t(i) + 1]; ++e) {
      const auto place = std::size_t(next[std::size_t(A.column[std::size_t(e)])]++);
      T.column[place] = i;
      T.value[place] = A.value[std::size_t(e)];
    }
  }
  return T;
}

void add_product(double s, const SparseMatrix& A, std::span<const double> x, std::span<double> y) {
  assert(x.size() == std::size_t(A.columns) && y.size() == std::size_t(A.rows));
  for (std::size_t i = 0; i < y.size(); ++i) {
    double sum = 0;
    for (auto e = std::size_t(A.row_start[i]); e < std::size_t(A.row_start[i + 1]); ++e)
      sum += A.value[e] * x[std::size_t(A.column[e])];
    y[i] += s * sum;
  }
}

}  // namespace eulersolid
