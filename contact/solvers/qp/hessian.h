#pragma once

#include "kernels/band/block_cholesky.h"

ES_BEGIN

void copy_diagonal(const BandedMatrix& H, Span<double> diagonal);

/// The Hessian of a sequence of QPs: H + delta diag(H), with delta = 0 unless H is numerically
/// singular.
class Hessian {
 public:
  /// H is kept by reference.
  void set(const BandedMatrix& H);
  void set_regularization(double delta) { regularization_ = delta; }

  Index order() const { return H_->order(); }
  double regularization() const { return regularization_; }
  const BandedMatrix& matrix() const { return *H_; }                ///< H, without delta
  Span<const double> diagonal() const { return diagonal_.span(); }  ///< of H, without delta

  /// Per column: the last row that reaches back to it.
  Span<const int> last_row() const { return last_row_.span(); }

  /// y = (H + delta diag(H)) x - c.
  void residual(Span<const double> x, Span<const double> c, Span<double> y) const;
  /// Hand the rows and columns `kept` of H + delta diag(H), in ascending order, to a factorisation.
  void give(Span<const int> kept, BlockCholesky& factor) const;

 private:
  const BandedMatrix* H_ = nullptr;
  double regularization_ = 0;
  DeviceVector<double> diagonal_;
  DeviceVector<int> last_row_;
};

ES_END
