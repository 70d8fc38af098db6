#pragma once

#include <cuda/atomic>

#include "kernels/core/backend.h"

ES_BEGIN

/// Flags by which one block tells another, or the host, that something is there: raised once, and
/// what was written before is seen by whoever sees them raised.

/// @tparam scope  of those who look: threads of the device, or of the host, too (system)
template <cuda::thread_scope scope = cuda::thread_scope_device>
ES_HD bool is_raised(int* flag) {
  return cuda::atomic_ref<int, scope>(*flag).load(cuda::memory_order_acquire) != 0;
}

template <cuda::thread_scope scope = cuda::thread_scope_device>
ES_HD void raise(int* flag) {
  cuda::atomic_ref<int, scope>(*flag).store(1, cuda::memory_order_release);
}

ES_END
