#include "kernels/dense/dense.h"

#include <cublas_v2.h>
#include <cusolverDn.h>

#include <string>

#include "kernels/core/device_vector.h"
#include "kernels/gpu/check.h"

ES_BEGIN

namespace {

void check_library(int status, const char* doing) {
  if (status == 0) return;
  throw DeviceError(std::string("while ") + doing + ": the CUDA library returned status " +
                    std::to_string(status));
}

/// Handles and workspace, made at the first call and kept until the program ends.
struct Libraries {
  cublasHandle_t blas = nullptr;
  cusolverDnHandle_t solver = nullptr;
  DeviceVector<double> workspace;
  DeviceVector<int> info;

  Libraries() {
    check_library(cublasCreate(&blas), "starting cuBLAS");
    check_library(cusolverDnCreate(&solver), "starting cuSOLVER");
    info.resize(1);
  }
};
Libraries& libraries() {
  static Libraries* const one = new Libraries;  // outlives every static that still holds memory
  return *one;
}

cublasOperation_t blas(Op op) { return op == Op::none ? CUBLAS_OP_N : CUBLAS_OP_T; }
int leading(Index ld) { return int(ld > 0 ? ld : 1); }

}  // namespace

void gemm(double alpha, Op op_a, ConstMatrixView A, Op op_b, ConstMatrixView B, double beta,
          MatrixView C) {
  const Index depth = op_a == Op::none ? A.columns : A.rows;
  if (C.rows == 0 || C.columns == 0) return;
  check_library(cublasDgemm(libraries().blas, blas(op_a), blas(op_b), int(C.rows), int(C.columns),
                            int(depth), &alpha, A.data, leading(A.ld), B.data, leading(B.ld), &beta,
                            C.data, leading(C.ld)),
                "multiplying dense matrices");
}

void syrk(double alpha, ConstMatrixView A, double beta, MatrixView C) {
  if (C.columns == 0) return;
  check_library(
      cublasDsyrk(libraries().blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, int(C.columns),
                  int(A.rows), &alpha, A.data, leading(A.ld), &beta, C.data, leading(C.ld)),
      "multiplying a dense matrix by its transpose");
}

void trsm(Op op, ConstMatrixView L, MatrixView B) {
  if (B.rows == 0 || B.columns == 0) return;
  const double one = 1;
  check_library(cublasDtrsm(libraries().blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, blas(op),
                            CUBLAS_DIAG_NON_UNIT, int(B.rows), int(B.columns), &one, L.data,
                            leading(L.ld), B.data, leading(B.ld)),
                "solving with a dense triangle");
}

Index potrf(MatrixView A) {
  if (A.rows == 0) return -1;
  Libraries& lib = libraries();
  const int n = int(A.rows), ld = leading(A.ld);
  int room = 0, info = 0;
  check_library(
      cusolverDnDpotrf_bufferSize(lib.solver, CUBLAS_FILL_MODE_LOWER, n, A.data, ld, &room),
      "sizing a dense factorisation");
  if (lib.workspace.size() < room) lib.workspace.resize(room);
  check_library(cusolverDnDpotrf(lib.solver, CUBLAS_FILL_MODE_LOWER, n, A.data, ld,
                                 lib.workspace.span().data, room, lib.info.span().data),
                "factoring a dense matrix");
  memory::copy_out(&info, lib.info.span().data, sizeof info);
  return info > 0 ? info - 1 : -1;
}

ES_END
