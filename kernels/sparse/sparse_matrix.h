#pragma once

#include <numeric>
#include <span>
#include <vector>

namespace eulersolid {

/// An element of a sparse matrix, or a part of one.
struct MatrixEntry {
  int row, column;  ///< from 0
  double value;
};

/// A sparse matrix of the host by rows: row i has the elements row_start[i] ... row_start[i + 1] -
/// 1, in ascending order of their columns, each once.
struct SparseMatrix {
  int rows = 0, columns = 0;
  std::vector<int> row_start = {0};  ///< rows + 1
  std::vector<int> column;
  std::vector<double> value;

  std::size_t elements() const { return value.size(); }
};

/// The places of entries, which have a row and a column, sorted by rows and in them by columns; of
/// equal ones the earlier first. @pre  0 <= row < rows, 0 <= column < columns
template <class Entry>
std::vector<std::size_t> sorted_by_rows(int rows, int columns, const std::vector<Entry>& entries) {
  const auto sort = [&entries](const std::vector<std::size_t>& from, int keys, auto key) {
    std::vector<std::size_t> start(std::size_t(keys) + 1, 0), to(from.size());
    for (const Entry& e : entries) ++start[std::size_t(key(e)) + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    for (const std::size_t e : from) to[start[std::size_t(key(entries[e]))]++] = e;
    return to;
  };
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), 0);
  order = sort(order, columns, [](const Entry& e) { return e.column; });
  return sort(order, rows, [](const Entry& e) { return e.row; });
}

/// The matrix with these elements; those given more than once are added.
/// @pre  all of them lie in it
SparseMatrix sparse_matrix(int rows, int columns, const std::vector<MatrixEntry>& entries);

SparseMatrix transposed(const SparseMatrix& A);

/// y += s A x. @param x  A.columns numbers. @param y  A.rows numbers
void add_product(double s, const SparseMatrix& A, std::span<const double> x, std::span<double> y);

}  // namespace eulersolid
