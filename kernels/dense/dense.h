#pragma once

#include "kernels/core/backend.h"
#include "kernels/core/span.h"

ES_BEGIN

/// A dense matrix by columns in the memory of this backend; owns nothing.
template <class T>
struct BasicMatrixView {
  T* data = nullptr;
  Index rows = 0, columns = 0, ld = 0;

  ES_HD BasicMatrixView() {}
  ES_HD BasicMatrixView(T* first, Index row_count, Index column_count, Index leading)
      : data(first), rows(row_count), columns(column_count), ld(leading) {}
  template <class U>
  ES_HD BasicMatrixView(const BasicMatrixView<U>& other)
      : data(other.data), rows(other.rows), columns(other.columns), ld(other.ld) {}

  ES_HD T& operator()(Index i, Index j) const {
    assert(0 <= i && i < rows && 0 <= j && j < columns);
    return data[i + ld * j];
  }
  /// A vector as a matrix of one column.
  static BasicMatrixView of(Span<T> x) { return {x.data, x.size, 1, x.size}; }
};
using MatrixView = BasicMatrixView<double>;
using ConstMatrixView = BasicMatrixView<const double>;

enum class Op { none, transposed };

/// C = alpha op(A) op(B) + beta C. C is not read when beta = 0.
void gemm(double alpha, Op op_a, ConstMatrixView A, Op op_b, ConstMatrixView B, double beta,
          MatrixView C);
/// Lower triangle of C = alpha A^T A + beta C.
void syrk(double alpha, ConstMatrixView A, double beta, MatrixView C);
/// B = op(L)^{-1} B with the lower triangle of L.
void trsm(Op op, ConstMatrixView L, MatrixView B);
/// Cholesky factor L of the lower triangle of A, in place. Returns -1 or the column that fails.
Index potrf(MatrixView A);

ES_END
