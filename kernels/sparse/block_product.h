#pragma once

#include "kernels/core/device_vector.h"
#include "kernels/sparse/block_matrix.h"

ES_BEGIN

/// A BlockMatrix in the memory of this backend, as loop bodies see it.
struct BlockRows {
  Span<const int> row_start;  ///< order + 1
  Span<const int> column;
  Span<const Mat3> value;

  ES_HD Index order() const { return row_start.size - 1; }
};

/// Row i of A x.
ES_HD inline Vec3 row_product(const BlockRows& A, Index i, const Span<const Vec3>& x) {
  Vec3 sum;
  for (int e = A.row_start[i]; e < A.row_start[i + 1]; ++e) sum += A.value[e] * x[A.column[e]];
  return sum;
}

/// y = A x: on the cpu row by row on all threads, on the gpu by cuSPARSE.
/// @param x, y  A.order() vectors that share no memory
void multiply(const BlockRows& A, Span<const Vec3> x, Span<Vec3> y);

/// Owns one.
class DeviceBlockMatrix {
 public:
  DeviceBlockMatrix() = default;
  explicit DeviceBlockMatrix(const BlockMatrix& A)
      : row_start_(A.row_start), column_(A.column), value_(A.value) {}

  BlockRows rows() const { return {row_start_.span(), column_.span(), value_.span()}; }

 private:
  DeviceVector<int> row_start_, column_;
  DeviceVector<Mat3> value_;
};

ES_END
