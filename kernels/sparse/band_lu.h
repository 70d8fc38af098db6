#pragma once

#include <span>
#include <vector>

namespace eulersolid {

/// A band matrix of the host and then its factors L U, with row exchanges (LAPACK's dgbtrf).
class BandLu {
 public:
  BandLu() = default;
  /// All zeros. @param lower, upper  bandwidths below and above the diagonal
  BandLu(int order, int lower, int upper);

  int order() const { return order_; }
  /// Element (i, j), -upper <= i - j <= lower; before factor().
  double& at(int i, int j) {
    return values_[std::size_t(lower_ + upper_ + i - j) + std::size_t(j) * std::size_t(rows_)];
  }
  /// False for a matrix that is singular.
  bool factor();
  /// X = A^-1 X. @param X  columns of order() numbers each
  void solve(std::span<double> X) const;

 private:
  void substitute(double* x) const;

  int order_ = 0, lower_ = 0, upper_ = 0, rows_ = 0;
  std::vector<double> values_;
  std::vector<int> exchanges_;
};

}  // namespace eulersolid
