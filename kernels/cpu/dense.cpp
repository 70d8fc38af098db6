#include "kernels/dense/dense.h"

#include <lapacke.h>

#include <algorithm>

#include "kernels/core/work_counts.h"
#include "kernels/cpu/constants.h"
#include "kernels/cpu/loop_pace.h"
#include "kernels/dense/blas.h"

ES_BEGIN

namespace {

CBLAS_TRANSPOSE blas(Op op) { return op == Op::none ? CblasNoTrans : CblasTrans; }

}  // namespace

void gemm(double alpha, Op op_a, ConstMatrixView A, Op op_b, ConstMatrixView B, double beta,
          MatrixView C) {
  const Index depth = op_a == Op::none ? A.columns : A.rows;
  if (C.rows == 0 || C.columns == 0) return;
  count_work(Work::library_call);
  use_one_blas_thread();
  if (C.columns == 1 && op_b == Op::none && A.rows > 0 && A.columns > 0) {
    cblas_dgemv(CblasColMajor, blas(op_a), int(A.rows), int(A.columns), alpha, A.data,
                int(std::max<Index>(1, A.ld)), B.data, 1, beta, C.data, 1);
    return;
  }
  const double flops = 2.0 * double(C.rows) * double(C.columns) * double(depth);
  static constinit LoopPace pace;
  const Index work = iterations_of(flops);
  const int team = LoopPace::team(work, worth_a_team);
  {
    const LoopPace::Timing timing(pace, work, team);
#pragma omp parallel for schedule(dynamic) num_threads(team) if (team > 1)
    for (Index j = 0; j < C.columns; j += product_columns) {
      const double* b = B.data + (op_b == Op::none ? j * B.ld : j);
      cblas_dgemm(CblasColMajor, blas(op_a), blas(op_b), int(C.rows),
                  int(std::min(product_columns, C.columns - j)), int(depth), alpha, A.data,
                  int(std::max<Index>(1, A.ld)), b, int(std::max<Index>(1, B.ld)), beta,
                  C.data + j * C.ld, int(C.ld));
    }
  }
}

void syrk(double alpha, ConstMatrixView A, double beta, MatrixView C) {
  if (C.columns == 0) return;
  count_work(Work::library_call);
  use_one_blas_thread();
  cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, int(C.columns), int(A.rows), alpha, A.data,
              int(std::max<Index>(1, A.ld)), beta, C.data, int(C.ld));
}

void trsm(Op op, ConstMatrixView L, MatrixView B) {
  if (B.rows == 0 || B.columns == 0) return;
  count_work(Work::library_call);
  use_one_blas_thread();
  cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, blas(op), CblasNonUnit, int(B.rows),
              int(B.columns), 1, L.data, int(L.ld), B.data, int(B.ld));
}

Index potrf(MatrixView A) {
  if (A.rows == 0) return -1;
  count_work(Work::library_call);
  use_one_blas_thread();
  const lapack_int info =
      LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', lapack_int(A.rows), A.data, lapack_int(A.ld));
  return info > 0 ? info - 1 : -1;
}

ES_END
