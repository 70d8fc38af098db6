#pragma once

#include <algorithm>
#include <source_location>
#include <string>

#include "kernels/core/work_counts.h"
#include "kernels/gpu/check.h"

ES_BEGIN

/// What messages call a kernel.
struct KernelName {
  const char* name;   ///< in our sources
  const char* doing;  ///< what it is for, as in "factoring a banded matrix"
};

namespace detail {

/// A plain function rather than <<<>>>, so that a host compiler can compile kernels for the device
/// of the tests.
template <class... P, class... A>
cudaError_t start(void (*kernel)(P...), dim3 grid, dim3 block, A... given) {
  const auto started = [&](P... parameters) {
    count_work(Work::loop);
    void* list[] = {static_cast<void*>(&parameters)...};
    return cudaLaunchKernel(kernel, grid, block, list, 0, nullptr);
  };
  return started(P(given)...);
}

/// The device of the tests names places in the sources; others have profilers.
inline void tell_place([[maybe_unused]] const char* name, [[maybe_unused]] unsigned line) {
#if defined(ES_TEST_DEVICE)
  test_device::at(name, line);
#endif
}

}  // namespace detail

/// Start a kernel on `grid` blocks of `block` threads; returns before it has finished.
template <class... P, class... A>
void launch(const KernelName& what, void (*kernel)(P...), dim3 grid, dim3 block, A... given) {
  detail::tell_place(what.name, 0);
  const cudaError_t status = detail::start(kernel, grid, block, given...);
  if (status == cudaSuccess) return;
  check(status, (std::string(what.doing) + " (launching " + what.name + ")").c_str());
}

/// The same for a loop or a reduction, which has no name but the place that asked for it.
/// @param what  "loop" or "reduction"
template <class... P, class... A>
void launch_at(const char* what, std::source_location at, void (*kernel)(P...), dim3 grid,
               dim3 block, A... given) {
  detail::tell_place(at.file_name(), at.line());
  const cudaError_t status = detail::start(kernel, grid, block, given...);
  if (status != cudaSuccess)
    fail(status, "launching the " + std::string(what) + " of " + short_name(at), at);
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
