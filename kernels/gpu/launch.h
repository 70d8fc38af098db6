#pragma once

#include <algorithm>

#include "kernels/gpu/check.h"

ES_BEGIN

/// Start a kernel on `grid` blocks of `block` threads; returns before it has finished. A plain
/// function rather than <<<>>>, so that a host compiler can compile kernels for their emulation.
template <class... P, class... A>
void launch(const char* doing, void (*kernel)(P...), dim3 grid, dim3 block, A... given) {
  const auto start = [&](P... parameters) {
    void* list[] = {static_cast<void*>(&parameters)...};
    return cudaLaunchKernel(kernel, grid, block, list, 0, nullptr);
  };
  check(start(P(given)...), doing);
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
