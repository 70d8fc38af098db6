#pragma once

#include <cuda_runtime.h>

#include <source_location>
#include <string>

#include "kernels/core/backend.h"
#include "kernels/core/error.h"

ES_BEGIN

/// A place in our sources, as `folder/file:line`.
std::string short_name(std::source_location at);

/// Throw a DeviceError that says what was being done, why it failed, and where. Some failures are
/// those of a kernel and come to light at whatever call is next; then the message says so.
[[noreturn]] void fail(cudaError_t status, const std::string& doing, std::source_location at);

inline void check(cudaError_t status, const char* doing,
                  std::source_location at = std::source_location::current()) {
  if (status != cudaSuccess) fail(status, doing, at);
}

ES_END
