#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace eulersolid {

/// A QP that every solver can be given, as plain numbers on the host:
///
///     minimise 1/2 x^T H x - c^T x    subject to    x >= 0,           (7.1) of the thesis,
///
/// with H symmetric positive definite. Row i is stored from its first non-zero to the diagonal.
class QpData {
 public:
  /// H = 0 with a profile. @param first_column  of each row, at most its own number
  explicit QpData(std::vector<int> first_column);

  std::vector<double> c;

  int order() const { return int(first_column_.size()); }
  int bandwidth() const;  ///< of the widest row
  int first_column(int row) const { return first_column_[std::size_t(row)]; }
  /// Element (row, first_column(row)); those up to the diagonal follow.
  const double* row(int row) const { return lower_.data() + start_[std::size_t(row)]; }
  double& at(int row, int column) { return lower_[offset(row, column)]; }
  double diagonal(int row) const { return lower_[offset(row, row)]; }

 private:
  std::size_t offset(int row, int column) const {
    return start_[std::size_t(row)] + std::size_t(column - first_column(row));
  }

  std::vector<int> first_column_;
  std::vector<std::size_t> start_;
  std::vector<double> lower_;
};

/// What makes a random QP; the same numbers wherever it is made.
struct QpFamily {
  int order = 8000, bandwidth = 1000;
  double mean = 2;         ///< of c, whose elements are normal with variance 1
  std::uint64_t seed = 1;  ///< of std::mt19937_64
};

/// H of uniform numbers in (-1, 1) inside the band, with 1.1 * 2 sqrt(2 bandwidth / 3) on the
/// diagonal: a tenth above the edge of the spectrum of such a matrix with zero diagonal, whose
/// elements have variance 1/3. Order, bandwidth and c as for Table 7.1 of the thesis, which does
/// not say how H and c were drawn.
QpData uniform_band_qp(const QpFamily& family);

/// H = B B^T / (bandwidth + 1) + epsilon I with a lower banded B of normal numbers: as badly
/// conditioned as epsilon is small.
QpData gram_qp(const QpFamily& family, double epsilon);

/// H and c from Matrix Market files (io/problems/matrix_market.h).
/// @throws InputError when a file is not in order, or their sizes differ
QpData read_qp(const std::filesystem::path& matrix, const std::filesystem::path& vector);

/// lambda = H x - c.
std::vector<double> multiplier(const QpData& qp, const std::vector<double>& x);

/// Largest |H_ii (max(x_i - lambda_i / H_ii, 0) - x_i)|, relative to the largest |c|: zero at the
/// solution, and the measure that BoxQpSolver reports as its KKT residual.
double natural_residual(const QpData& qp, const std::vector<double>& x);

/// Which constraints are active at x: x_i is nearer to its bound than lambda_i / H_ii to zero. Of
/// an exact solution these are the ones with x_i = 0, and an interior point that is near it has the
/// same ones.
std::vector<bool> active_set(const QpData& qp, const std::vector<double>& x);

}  // namespace eulersolid
