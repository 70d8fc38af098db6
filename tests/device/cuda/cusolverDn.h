#pragma once

#include <lapacke.h>

#include "cublas_v2.h"

enum cusolverStatus_t {
  CUSOLVER_STATUS_SUCCESS,
  CUSOLVER_STATUS_NOT_INITIALIZED,
  CUSOLVER_STATUS_ALLOC_FAILED,
  CUSOLVER_STATUS_INVALID_VALUE,
  CUSOLVER_STATUS_ARCH_MISMATCH,
  CUSOLVER_STATUS_MAPPING_ERROR,
  CUSOLVER_STATUS_EXECUTION_FAILED,
  CUSOLVER_STATUS_INTERNAL_ERROR,
  CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
  CUSOLVER_STATUS_NOT_SUPPORTED
};
using cusolverDnHandle_t = void*;

inline cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle) {
  return *handle = nullptr, CUSOLVER_STATUS_SUCCESS;
}
inline cusolverStatus_t cusolverDnDpotrf_bufferSize(cusolverDnHandle_t, cublasFillMode_t, int n,
                                                    double*, int ld, int* room) {
  *room = 32 * n;
  return test_device::bad(n, ld) ? CUSOLVER_STATUS_INVALID_VALUE : CUSOLVER_STATUS_SUCCESS;
}
inline cusolverStatus_t cusolverDnDpotrf(cusolverDnHandle_t, cublasFillMode_t part, int n,
                                         double* A, int ld, double* workspace, int room,
                                         int* info) {
  if (room < 32 * n) return CUSOLVER_STATUS_INVALID_VALUE;
  test_device::call("cusolverDnDpotrf", [=] {
    std::memset(workspace, 0xa5, std::size_t(room) * sizeof(double));
    *info =
        LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, part == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U', n, A, ld);
  });
  return CUSOLVER_STATUS_SUCCESS;
}
