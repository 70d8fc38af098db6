#include "kernels/core/memory.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kernels/core/device_vector.h"
#include "kernels/core/work_counts.h"
#include "kernels/gpu/constants.h"
#include "kernels/gpu/launch.h"
#include "kernels/gpu/together.h"
#include "kernels/gpu/watch.h"

ES_BEGIN

namespace memory {

namespace {

/// Sizes of the live allocations, for the account of the peak.
struct Account {
  std::mutex mutex;
  std::unordered_map<void*, std::size_t> sizes;
  std::size_t live = 0, most = 0;
};
Account& account() {
  static Account* const one = new Account;  // outlives every static that still holds memory
  return *one;
}

/// Memory in the order of what the device is asked for: what is released is there for the next
/// request at once, and the driver, which would wait for the device, is asked for more only where
/// there is none.
struct Pool {
  cudaMemPool_t pool{};
  std::uint64_t reserved = 0;  ///< from the driver [bytes]

  Pool() {
    int device = 0;
    check(cudaGetDevice(&device), "asking for the device");
    check(cudaDeviceGetDefaultMemPool(&pool, device), "asking for the device's pool of memory");
    std::uint64_t all = ~std::uint64_t(0);
    check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all),
          "keeping memory in the device's pool");
  }
  /// Where there is no room, what the pool keeps in pieces that are too small is given back, and
  /// asked for in one.
  cudaError_t take(void** data, std::size_t bytes) {
    const cudaError_t status = cudaMallocAsync(data, bytes, nullptr);
    if (status != cudaErrorMemoryAllocation) return status;
    cudaGetLastError();
    check(cudaDeviceSynchronize(), "waiting for memory of the device");
    check(cudaMemPoolTrimTo(pool, 0), "giving back memory of the device");
    return cudaMallocAsync(data, bytes, nullptr);
  }
  /// Has the driver been asked since the last call?
  bool has_grown() {
    std::uint64_t now = 0;
    if (cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &now) != cudaSuccess)
      return false;  // whoever needs the device next hears of it
    return now > std::exchange(reserved, now);
  }
};
Pool& pool() {
  static Pool* const one = new Pool;
  return *one;
}

/// What waits for the device some 10 us can as well bring what other pieces wait for.
constexpr std::size_t small_copy = 4096;

struct Bytes {
  const unsigned char* from;
  unsigned char* to;
  std::size_t count;
};

/// A block each.
__global__ void gather_kernel(const __grid_constant__ Batch<Bytes> copies) {
  const Bytes& copy = copies.value(copies.piece_of(blockIdx.x));
  for (std::size_t i = threadIdx.x; i < copy.count; i += blockDim.x) copy.to[i] = copy.from[i];
}

struct ReadBack : Request {
  void* host;
  const void* device;
  std::size_t bytes;

  ReadBack(void* to, const void* from, std::size_t count)
      : Request{reinterpret_cast<const void*>(&gather_kernel), &start},
        host(to),
        device(from),
        bytes(count) {}

  void alone() const {
    count_work(Work::read_back);
    check(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost), "copying from the device");
    throw_if_stalled();
  }

  /// Side by side on the device, then to the host at once.
  static void start(std::span<Request* const> copies) {
    const auto of = [](Request* request) -> const ReadBack& {
      return static_cast<const ReadBack&>(*request);
    };
    if (copies.size() == 1) return of(copies[0]).alone();
    std::size_t all = 0;
    for (Request* copy : copies) all += of(copy).bytes;
    DeviceVector<unsigned char> gathered(static_cast<Index>(all));
    unsigned char* next = gathered.span().data;
    for_batches<Bytes>(copies, [&](std::span<Request* const> some, Batch<Bytes>& batch) {
      for (std::size_t piece = 0; piece < some.size(); ++piece) {
        const ReadBack& copy = of(some[piece]);
        batch.set(int(piece), 0, 1,
                  {static_cast<const unsigned char*>(copy.device), next, copy.bytes});
        next += copy.bytes;
      }
      launch({"gather_kernel", "copying from the device"}, gather_kernel,
             dim3(unsigned(some.size())), dim3(unsigned(loop_threads)), batch);
    });
    std::vector<unsigned char> found(all);
    ReadBack(found.data(), gathered.span().data, all).alone();
    const unsigned char* from = found.data();
    for (Request* copy : copies) {
      std::memcpy(of(copy).host, from, of(copy).bytes);
      from += of(copy).bytes;
    }
  }
};

}  // namespace

void* allocate(std::size_t bytes) {
  Account& a = account();
  const std::lock_guard lock(a.mutex);
  Pool& from = pool();
  void* data = nullptr;
  const std::string doing = "allocating " + std::to_string(bytes) + " bytes";
  check(from.take(&data, std::max<std::size_t>(bytes, 1)), doing.c_str());
  if (from.has_grown()) count_work(Work::allocation);
  a.sizes[data] = bytes;
  a.live += bytes;
  a.most = std::max(a.most, a.live);
  return data;
}

void release(void* data) noexcept {
  if (data == nullptr) return;
  {
    Account& a = account();
    const std::lock_guard lock(a.mutex);
    const auto found = a.sizes.find(data);
    if (found != a.sizes.end()) {
      a.live -= found->second;
      a.sizes.erase(found);
    }
  }
  cudaFreeAsync(data, nullptr);  // a failure here was reported by the call that caused it
}

void copy_in(void* device, const void* host, std::size_t bytes) {
  count_work(Work::upload);
  check(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice), "copying to the device");
}
void copy_out(void* host, const void* device, std::size_t bytes) {
  ReadBack one(host, device, bytes);
  if (bytes > small_copy) {
    one.alone();
  } else {
    start_together(one);
  }
}
void copy(void* to, const void* from, std::size_t bytes) {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice), "copying on the device");
}
void fill_zero(void* device, std::size_t bytes) {
  check(cudaMemsetAsync(device, 0, bytes), "clearing memory on the device");
}
void wait() {
  count_work(Work::read_back);
  check(cudaDeviceSynchronize(), "waiting for the device");
  throw_if_stalled();
}
std::size_t peak() noexcept { return account().most; }
void restart_peak() noexcept { account().most = account().live; }

}  // namespace memory

ES_END
