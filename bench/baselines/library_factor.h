#pragma once

#include "kernels/band/banded.h"
#include "kernels/dense/dense.h"

ES_BEGIN

/// Banded Cholesky as the thesis has it (section 5.3), from library calls on dense blocks: the
/// clear reference that BlockCholesky is compared with. On the gpu the calls go to cuSOLVER and
/// cuBLAS, on the cpu to LAPACK.
///
/// With blocks of order s >= bandwidth, H = L L^T is block tridiagonal: D_i on the diagonal, C_i
/// below it. The factor holds D_i, D_i^{-1} and C_i^T. That takes 7/3 of the useful flops of a
/// narrow elimination, and dense inverses of order s besides.
class LibraryFactor {
 public:
  /// Factor H. Returns -1, or the first column whose pivot is not positive.
  Index factor(const BandedMatrix& H);

  /// X = H^{-1} X for `columns` vectors, one after the other: block substitution, Algorithm 5.3
  /// with D_i^{-T} in its backward half.
  void solve(Span<double> X, Index columns);

 private:
  Index rows_of(Index block) const;
  MatrixView block(DeviceVector<double>& blocks, Index i) const;

  Index order_ = 0, size_ = 1, blocks_ = 0;
  DeviceVector<double> diagonal_, inverse_, coupling_;  ///< D_i, D_i^{-1}, C_i^T
  DeviceVector<double> piece_;                          ///< a block of right-hand sides
};

ES_END
