#pragma once

#include <span>
#include <vector>

#include "kernels/sparse/sparse_matrix.h"

namespace eulersolid {

/// The Cholesky factor of a symmetric sparse matrix of the host. What is not coupled is factored
/// apart, each part as a band in the order of Cuthill and McKee reversed (LAPACK's dpbtrf).
class SparseCholesky {
 public:
  /// @param S  symmetric: both triangles
  explicit SparseCholesky(const SparseMatrix& S);

  bool positive_definite() const { return positive_definite_; }
  /// x = S^-1 x. @pre  positive_definite()
  void solve(std::span<double> x) const;

 private:
  struct Part {
    std::vector<int> unknowns;  ///< in the order of the band
    int width = 0;
    std::vector<double> band;
  };
  bool positive_definite_ = true;
  std::vector<Part> parts_;
};

/// Does the symmetric part of a square matrix have a Cholesky factor?
bool is_positive_definite(const SparseMatrix& A);

}  // namespace eulersolid
