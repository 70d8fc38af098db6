#pragma once

#include <cuda_runtime.h>

#include <source_location>
#include <string>

#include "kernels/core/backend.h"
#include "kernels/core/error.h"

ES_BEGIN

/// Turn a CUDA status into a DeviceError that says what was being done, why it failed, and where.
inline void check(cudaError_t status, const char* doing,
                  std::source_location at = std::source_location::current()) {
  if (status == cudaSuccess) return;
  throw DeviceError(std::string("while ") + doing + ": " + cudaGetErrorString(status) + " (" +
                    cudaGetErrorName(status) + ", " + at.file_name() + ":" +
                    std::to_string(at.line()) + ")");
}

ES_END
