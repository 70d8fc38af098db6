#pragma once

#include "cuda_runtime.h"
#include "tests/device/device_call.h"

enum cusparseStatus_t {
  CUSPARSE_STATUS_SUCCESS,
  CUSPARSE_STATUS_NOT_INITIALIZED,
  CUSPARSE_STATUS_ALLOC_FAILED,
  CUSPARSE_STATUS_INVALID_VALUE
};
enum cusparseDirection_t { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN };
enum cusparseOperation_t { CUSPARSE_OPERATION_NON_TRANSPOSE };
using cusparseHandle_t = void*;
using cusparseMatDescr_t = void*;

inline const char* cusparseGetErrorString(cusparseStatus_t) { return "a status"; }
inline const char* cusparseGetErrorName(cusparseStatus_t) { return "CUSPARSE_STATUS"; }
inline cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) {
  return *handle = nullptr, CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t* description) {
  return *description = nullptr, CUSPARSE_STATUS_SUCCESS;
}

/// Blocks by rows only.
inline cusparseStatus_t cusparseDbsrmv(cusparseHandle_t, cusparseDirection_t direction,
                                       cusparseOperation_t, int rows, int columns, int blocks,
                                       const double* alpha, cusparseMatDescr_t, const double* value,
                                       const int* start, const int* column, int size,
                                       const double* x, const double* beta, double* y) {
  if (direction != CUSPARSE_DIRECTION_ROW || rows < 0 || columns < 0 || blocks < 0 || size < 1)
    return CUSPARSE_STATUS_INVALID_VALUE;
  test_device::call("cusparseDbsrmv", [=, a = *alpha, b = *beta] {
    for (int i = 0; i < rows; ++i) {
      for (int r = 0; r < size; ++r) {
        double sum = 0;
        for (int e = start[i]; e < start[i + 1]; ++e)
          for (int c = 0; c < size; ++c)
            sum += value[(e * size + r) * size + c] * x[column[e] * size + c];
        y[i * size + r] = a * sum + (b == 0 ? 0 : b * y[i * size + r]);
      }
    }
  });
  return CUSPARSE_STATUS_SUCCESS;
}
