#pragma once

#include "kernels/core/span.h"
#include "kernels/gpu/constants.h"
#include "kernels/gpu/flags.h"
#include "kernels/gpu/launch.h"

ES_BEGIN

/// Kernels whose blocks wait for each other wait for a limited time. A block that waits longer says
/// what it waited for, and all blocks that wait give up. The host learns of it when it next waits
/// for the device itself, from memory that both see: nothing is copied for it.

/// A tile of a matrix.
struct TilePlace {
  int row, column;  ///< of tiles; column -1: the row of a solution
};

/// What a block waited for in vain.
struct Stall {
  KernelName kernel;
  TilePlace tile;
  Index order;
  int bandwidth;
  long long limit;  ///< how long it waited [ns]
  int raised;       ///< the rest is there to be read
};

/// What a kernel is given to report to, for each matrix that it works on.
struct Watch {
  int* given_up;      ///< on the device, zero before: a block has given up
  Stall* report;      ///< seen by device and host
  KernelName kernel;  ///< the device passes it on and never reads what it points to
  long long limit;    ///< [ns]
  Index order, bandwidth;
};

/// A watch on a kernel that is about to be launched on a matrix.
/// @param given_up  one for all matrices of the launch, zero
Watch watch(const KernelName& kernel, int* given_up, Index order, int bandwidth,
            long long limit = longest_wait);

/// Throws a DeviceError where a kernel has given up since the last call.
/// @pre the device has finished what may have
void throw_if_stalled();

/// Time of the device [ns].
__device__ inline long long device_time() {
#if defined(ES_TEST_DEVICE)
  return test_device::nanoseconds();
#else
  long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
#endif
}

/// All lanes of a warp: has it waited too long since the first call with this `since`, which is
/// zero then, or has another block given up?
__device__ inline bool waited_in_vain(const Watch& watch, long long& since) {
  const long long now = device_time();
  if (since == 0) since = now;
  return __ballot_sync(~0u, now - since > watch.limit || is_raised(watch.given_up)) != 0;
}

/// One lane: the first of all blocks leaves its report.
__device__ inline void report_stall(const Watch& watch, TilePlace tile) {
  if (atomicCAS(watch.given_up, 0, 1) != 0) return;
  Stall& report = *watch.report;
  report.kernel = watch.kernel, report.tile = tile;
  report.order = watch.order, report.bandwidth = int(watch.bandwidth), report.limit = watch.limit;
  raise<cuda::thread_scope_system>(&report.raised);
}

ES_END
