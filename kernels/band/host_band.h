#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

namespace eulersolid {

/// A symmetric matrix with a variable band in host memory: of row i of the lower triangle the
/// columns first_column[i] to i, row after row. Matrices are made, read from files and taken from
/// one backend to the other in this form; packed_band.h takes them to tiles and back.
///
/// The profile is chosen at construction; values may change afterwards.
struct HostBand {
  std::vector<int> first_column;   ///< per row i, 0 <= first_column[i] <= i
  std::vector<std::size_t> start;  ///< per row, and one more: elements before it
  std::vector<double> values;

  HostBand() = default;
  explicit HostBand(std::vector<int> first_column);   ///< all zero
  static HostBand uniform(int order, int bandwidth);  ///< all zero

  int order() const { return int(first_column.size()); }
  int bandwidth() const;  ///< largest i - first_column[i]
  bool has(int i, int j) const { return first_column[std::size_t(i)] <= j && j <= i; }
  double& at(int i, int j) { return values[place(i, j)]; }
  double at(int i, int j) const { return values[place(i, j)]; }
  double diagonal(int i) const { return values[start[std::size_t(i) + 1] - 1]; }
  /// Element (i, j) of the whole matrix; zero outside the profile.
  double symmetric(int i, int j) const {
    const int row = i < j ? j : i, column = i < j ? i : j;
    return has(row, column) ? at(row, column) : 0.0;
  }
  /// Elements first_column[i] to i of row i.
  const double* row(int i) const { return values.data() + start[std::size_t(i)]; }

  std::vector<double> dense() const;  ///< the whole matrix, order x order
  /// H x, sums in the order of the rows.
  std::vector<double> times(const std::vector<double>& x) const;

  /// Useful operations of a Cholesky factorisation [flop].
  double factor_flops() const;
  /// Useful operations of one solve with the factor, or one product with the matrix [flop].
  double solve_flops() const;

 private:
  std::size_t place(int i, int j) const {
    assert(has(i, j));
    return start[std::size_t(i)] + std::size_t(j - first_column[std::size_t(i)]);
  }
};

/// Useful operations of a Cholesky factorisation with this profile [flop]: the sum of squared row
/// lengths.
double cholesky_flops(const std::vector<int>& first_column);

}  // namespace eulersolid
