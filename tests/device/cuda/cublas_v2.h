#pragma once

/// The calls of cuBLAS that the gpu backend makes, by the host's BLAS in the device's process.

#include <cblas.h>

#include "cuda_runtime.h"
#include "tests/device/device_call.h"

enum cublasStatus_t { CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_INVALID_VALUE = 7 };
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
using cublasHandle_t = void*;

inline const char* cublasGetStatusString(cublasStatus_t) { return "a status"; }
inline const char* cublasGetStatusName(cublasStatus_t) { return "CUBLAS_STATUS"; }
inline cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  return *handle = nullptr, CUBLAS_STATUS_SUCCESS;
}

namespace test_device {
inline CBLAS_TRANSPOSE blas(cublasOperation_t op) {
  return op == CUBLAS_OP_N ? CblasNoTrans : CblasTrans;
}
inline CBLAS_UPLO blas(cublasFillMode_t part) {
  return part == CUBLAS_FILL_MODE_LOWER ? CblasLower : CblasUpper;
}
inline CBLAS_SIDE blas(cublasSideMode_t side) {
  return side == CUBLAS_SIDE_LEFT ? CblasLeft : CblasRight;
}
inline CBLAS_DIAG blas(cublasDiagType_t d) {
  return d == CUBLAS_DIAG_UNIT ? CblasUnit : CblasNonUnit;
}
/// What cuBLAS refuses.
inline bool bad(int rows, int ld) { return ld < (rows > 1 ? rows : 1); }
}  // namespace test_device

inline cublasStatus_t cublasDgemm(cublasHandle_t, cublasOperation_t a_op, cublasOperation_t b_op,
                                  int m, int n, int k, const double* alpha, const double* A,
                                  int lda, const double* B, int ldb, const double* beta, double* C,
                                  int ldc) {
  if (test_device::bad(a_op == CUBLAS_OP_N ? m : k, lda) ||
      test_device::bad(b_op == CUBLAS_OP_N ? k : n, ldb) || test_device::bad(m, ldc))
    return CUBLAS_STATUS_INVALID_VALUE;
  test_device::call("cublasDgemm", [=, a = *alpha, b = *beta] {
    cblas_dgemm(CblasColMajor, test_device::blas(a_op), test_device::blas(b_op), m, n, k, a, A, lda,
                B, ldb, b, C, ldc);
  });
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasDsyrk(cublasHandle_t, cublasFillMode_t part, cublasOperation_t op,
                                  int n, int k, const double* alpha, const double* A, int lda,
                                  const double* beta, double* C, int ldc) {
  if (test_device::bad(op == CUBLAS_OP_N ? n : k, lda) || test_device::bad(n, ldc))
    return CUBLAS_STATUS_INVALID_VALUE;
  test_device::call("cublasDsyrk", [=, a = *alpha, b = *beta] {
    cblas_dsyrk(CblasColMajor, test_device::blas(part), test_device::blas(op), n, k, a, A, lda, b,
                C, ldc);
  });
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasDtrsm(cublasHandle_t, cublasSideMode_t side, cublasFillMode_t part,
                                  cublasOperation_t op, cublasDiagType_t diagonal, int m, int n,
                                  const double* alpha, const double* A, int lda, double* B,
                                  int ldb) {
  if (test_device::bad(side == CUBLAS_SIDE_LEFT ? m : n, lda) || test_device::bad(m, ldb))
    return CUBLAS_STATUS_INVALID_VALUE;
  test_device::call("cublasDtrsm", [=, a = *alpha] {
    cblas_dtrsm(CblasColMajor, test_device::blas(side), test_device::blas(part),
                test_device::blas(op), test_device::blas(diagonal), m, n, a, A, lda, B, ldb);
  });
  return CUBLAS_STATUS_SUCCESS;
}
