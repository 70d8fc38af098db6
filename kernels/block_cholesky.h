#pragma once

#include "kernels/banded.h"

ES_BEGIN

/// Cholesky factorisation L L^T of a symmetric positive definite matrix with a variable band, and
/// solves with many right-hand sides.
///
/// Left-looking by tiles: tile (I, J) of L is (A_IJ - sum_{K<J} L_IK L_JK^T) L_JJ^{-T}, the sum
/// being one product of two panels. The inverses of the diagonal tiles are written during the
/// factorisation, so that a solve is nothing but products (block substitution, Algorithm 5.3 of the
/// thesis, with tiles narrower than the band). The bits of the results do not depend on the number
/// of threads.
class BlockCholesky {
 public:
  /// The matrix: fill it, then call factor(), which overwrites it.
  BandedMatrix& matrix() { return L_; }
  const BandedMatrix& matrix() const { return L_; }

  /// Factor in place. Returns -1, or the first column whose pivot is not positive, not finite or
  /// lost in rounding (below 1024 eps times the diagonal element); no solve is allowed then.
  Index factor();

  /// X = L^{-1} X for `columns` vectors of order() elements, one after the other.
  /// @param first_row  empty, or per column a row before which it is zero; nothing is done there
  void forward(Span<double> X, Index columns, Span<const int> first_row = {}) const;
  /// X = L^{-T} X.
  void backward(Span<double> X, Index columns) const;
  /// X = (L L^T)^{-1} X.
  void solve(Span<double> X, Index columns) const {
    forward(X, columns);
    backward(X, columns);
  }

 private:
  BandedMatrix L_;
  DeviceVector<double> inverses_;  // of the diagonal tiles, by columns
  DeviceVector<double> diagonal_;  // workspace of the gpu backend
  DeviceVector<int> failed_;       // the same
};

ES_END
