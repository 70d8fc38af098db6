#include "kernels/gpu/watch.h"

#include <new>
#include <string>

ES_BEGIN

namespace {

/// The report, in memory of the host that the device may write to, and its address there.
struct SharedReport {
  Stall* host = nullptr;
  Stall* device = nullptr;

  SharedReport() {
    void *memory = nullptr, *seen_by_device = nullptr;
    check(cudaHostAlloc(&memory, sizeof(Stall), cudaHostAllocMapped),
          "allocating memory that host and device share");
    check(cudaHostGetDevicePointer(&seen_by_device, memory, 0), "sharing memory with the device");
    host = new (memory) Stall{}, device = static_cast<Stall*>(seen_by_device);
  }
};
/// Kept until the program ends: a kernel may still write to it.
const SharedReport& report() {
  static const SharedReport* const one = new SharedReport;
  return *one;
}

std::string description(const Stall& stall) {
  const std::string row = std::to_string(stall.tile.row);
  const std::string tile = stall.tile.column < 0
                               ? "row of tiles " + row + " of the solution"
                               : "tile (" + row + ", " + std::to_string(stall.tile.column) + ")";
  return "while " + std::string(stall.kernel.doing) + " of order " + std::to_string(stall.order) +
         " and bandwidth " + std::to_string(stall.bandwidth) + ": a block of " + stall.kernel.name +
         " waited more than " + std::to_string(stall.limit / 1'000'000) + " ms for " + tile +
         ", which no other block finished; this is a fault of that kernel or of the device: run "
         "with --backend cpu, and report it";
}

}  // namespace

Watch watch(const KernelName& kernel, int* given_up, Index order, int bandwidth, long long limit) {
  return {given_up, report().device, kernel, limit, order, bandwidth};
}

void throw_if_stalled() {
  Stall* const last = report().host;
  if (!is_raised<cuda::thread_scope_system>(&last->raised)) return;
  const std::string what = description(*last);
  last->raised = 0;
  throw DeviceError(what);
}

ES_END
