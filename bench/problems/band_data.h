#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

namespace eulersolid {

/// A symmetric matrix with a variable band, on the host: of row i of the lower triangle the columns
/// first[i] to i, row after row.
struct BandData {
  std::vector<int> first;
  std::vector<std::size_t> start;  ///< per row, and one more: elements before it
  std::vector<double> values;

  BandData() = default;
  explicit BandData(std::vector<int> first_column);  ///< all zero; 0 <= first_column[i] <= i
  static BandData uniform(int order, int bandwidth);

  int order() const { return int(first.size()); }
  int bandwidth() const;  ///< largest i - first[i]
  bool has(int i, int j) const { return first[std::size_t(i)] <= j && j <= i; }
  double& at(int i, int j) { return values[place(i, j)]; }
  double at(int i, int j) const { return values[place(i, j)]; }
  double diagonal(int i) const { return values[start[std::size_t(i) + 1] - 1]; }
  const double* row(int i) const { return values.data() + start[std::size_t(i)]; }

  /// Useful operations of a Cholesky factorisation, the sum of squared row lengths [flop].
  double factor_flops() const;
  /// Useful operations of one solve with the factor, or one product with the matrix [flop].
  double solve_flops() const;

  /// LAPACK's lower band storage: A(i, j) is element i - j + (bandwidth + 1) j.
  std::vector<double> by_columns() const;
  /// A(i, j) is element j - i + bandwidth + (bandwidth + 1) i.
  std::vector<double> by_rows() const;
  std::vector<double> dense() const;  ///< order x order

 private:
  std::size_t place(int i, int j) const {
    assert(has(i, j));
    return start[std::size_t(i)] + std::size_t(j - first[std::size_t(i)]);
  }
};

}  // namespace eulersolid
