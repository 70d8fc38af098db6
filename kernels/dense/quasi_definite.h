#pragma once

#include "kernels/core/device_vector.h"
#include "kernels/dense/dense.h"

ES_BEGIN

/// Solves with the symmetric quasi-definite matrix
///
///     [ A    B ]
///     [ B^T -D ],      A and D symmetric positive definite,
///
/// by eliminating the block A first: S = D + B^T A^{-1} B is positive definite, so two Cholesky
/// factorisations do. (One Cholesky factorisation of the whole matrix does not exist, and none of
/// it needs pivoting: Vanderbei, SIAM J. Optim. 5 (1995) 100-113.)
class QuasiDefinite {
 public:
  /// Orders of A and D. What the blocks held is lost.
  void resize(Index order_a, Index order_d);
  Index order() const { return a_ + d_; }

  MatrixView A() { return {A_.span().data, a_, a_, a_}; }  ///< only the lower triangle is read
  MatrixView B() { return {B_.span().data, a_, d_, a_}; }
  MatrixView D() { return {D_.span().data, d_, d_, d_}; }
  /// Per row of A, then of D: the size of what the diagonal element is a difference of. A pivot
  /// below 1e-12 of it is lost in rounding.
  Span<double> scale() { return scale_.span(); }

  /// Factor in place, overwriting the blocks. False when the matrix is not numerically
  /// quasi-definite.
  bool factor();
  /// x = K^{-1} x.
  void solve(Span<double> x);

 private:
  Index a_ = 0, d_ = 0;
  DeviceVector<double> A_, B_, D_, scale_;
};

ES_END
