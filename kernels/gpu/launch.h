#pragma once

#include <algorithm>
#include <string>

#include "kernels/gpu/check.h"

ES_BEGIN

/// What messages call a kernel.
struct KernelName {
  const char* name;   ///< in our sources
  const char* doing;  ///< what it is for, as in "factoring a banded matrix"
};

/// Start a kernel on `grid` blocks of `block` threads; returns before it has finished. A plain
/// function rather than <<<>>>, so that a host compiler can compile kernels for their emulation.
template <class... P, class... A>
void launch(const KernelName& what, void (*kernel)(P...), dim3 grid, dim3 block, A... given) {
  const auto start = [&](P... parameters) {
    void* list[] = {static_cast<void*>(&parameters)...};
    return cudaLaunchKernel(kernel, grid, block, list, 0, nullptr);
  };
  const cudaError_t status = start(P(given)...);
  if (status == cudaSuccess) return;
  check(status, (std::string(what.doing) + " (launching " + what.name + ")").c_str());
}

/// Blocks of a kernel that the device runs at the same time; more would only wait.
template <class... P>
int blocks_at_once(void (*kernel)(P...), int threads) {
  int device = 0, processors = 0, each = 0;
  check(cudaGetDevice(&device), "asking for the device");
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
        "asking for the number of multiprocessors");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, threads, 0),
        "asking how many blocks fit");
  return std::max(1, processors * each);
}

ES_END
