#include "kernels/dense/dense.h"

#include <cublas_v2.h>
#include <cusolverDn.h>

#include <string>

#include "kernels/core/device_vector.h"
#include "kernels/core/work_counts.h"
#include "kernels/gpu/check.h"

ES_BEGIN

namespace {

void check(cublasStatus_t status, const char* doing) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw DeviceError(std::string("while ") + doing + ": cuBLAS: " + cublasGetStatusString(status) +
                    " (" + cublasGetStatusName(status) + ")");
}

/// cuSOLVER has no function for it.
const char* name_of(cusolverStatus_t status) {
  switch (status) {
    case CUSOLVER_STATUS_NOT_INITIALIZED:
      return "CUSOLVER_STATUS_NOT_INITIALIZED";
    case CUSOLVER_STATUS_ALLOC_FAILED:
      return "CUSOLVER_STATUS_ALLOC_FAILED";
    case CUSOLVER_STATUS_INVALID_VALUE:
      return "CUSOLVER_STATUS_INVALID_VALUE";
    case CUSOLVER_STATUS_ARCH_MISMATCH:
      return "CUSOLVER_STATUS_ARCH_MISMATCH";
    case CUSOLVER_STATUS_EXECUTION_FAILED:
      return "CUSOLVER_STATUS_EXECUTION_FAILED";
    case CUSOLVER_STATUS_INTERNAL_ERROR:
      return "CUSOLVER_STATUS_INTERNAL_ERROR";
    case CUSOLVER_STATUS_NOT_SUPPORTED:
      return "CUSOLVER_STATUS_NOT_SUPPORTED";
    default:
      return "another status";
  }
}
void check(cusolverStatus_t status, const char* doing) {
  if (status == CUSOLVER_STATUS_SUCCESS) return;
  throw DeviceError(std::string("while ") + doing + ": cuSOLVER: " + name_of(status) + " (" +
                    std::to_string(status) + ")");
}

/// Handles and workspace, made at the first call and kept until the program ends.
struct Libraries {
  cublasHandle_t blas = nullptr;
  cusolverDnHandle_t solver = nullptr;
  DeviceVector<double> workspace;
  DeviceVector<int> info;

  Libraries() {
    check(cublasCreate(&blas), "starting cuBLAS");
    check(cusolverDnCreate(&solver), "starting cuSOLVER");
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
  count_work(Work::library_call);
  check(cublasDgemm(libraries().blas, blas(op_a), blas(op_b), int(C.rows), int(C.columns),
                    int(depth), &alpha, A.data, leading(A.ld), B.data, leading(B.ld), &beta, C.data,
                    leading(C.ld)),
        "multiplying dense matrices");
}

void syrk(double alpha, ConstMatrixView A, double beta, MatrixView C) {
  if (C.columns == 0) return;
  count_work(Work::library_call);
  check(cublasDsyrk(libraries().blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, int(C.columns),
                    int(A.rows), &alpha, A.data, leading(A.ld), &beta, C.data, leading(C.ld)),
        "multiplying a dense matrix by its transpose");
}

void trsm(Op op, ConstMatrixView L, MatrixView B) {
  if (B.rows == 0 || B.columns == 0) return;
  const double one = 1;
  count_work(Work::library_call);
  check(cublasDtrsm(libraries().blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, blas(op),
                    CUBLAS_DIAG_NON_UNIT, int(B.rows), int(B.columns), &one, L.data, leading(L.ld),
                    B.data, leading(B.ld)),
        "solving with a dense triangle");
}

Index potrf(MatrixView A) {
  if (A.rows == 0) return -1;
  Libraries& lib = libraries();
  const int n = int(A.rows), ld = leading(A.ld);
  int room = 0, info = 0;
  check(cusolverDnDpotrf_bufferSize(lib.solver, CUBLAS_FILL_MODE_LOWER, n, A.data, ld, &room),
        "sizing a dense factorisation");
  if (lib.workspace.size() < room) lib.workspace.resize(room);
  count_work(Work::library_call);
  check(cusolverDnDpotrf(lib.solver, CUBLAS_FILL_MODE_LOWER, n, A.data, ld,
                         lib.workspace.span().data, room, lib.info.span().data),
        "factoring a dense matrix");
  memory::copy_out(&info, lib.info.span().data, sizeof info);
  return info > 0 ? info - 1 : -1;
}

ES_END
