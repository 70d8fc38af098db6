#include "kernels/core/memory.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <unordered_map>

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

}  // namespace

void* allocate(std::size_t bytes) {
  void* data = nullptr;
  const std::string doing = "allocating " + std::to_string(bytes) + " bytes";
  check(cudaMalloc(&data, std::max<std::size_t>(bytes, 1)), doing.c_str());
  Account& a = account();
  const std::lock_guard lock(a.mutex);
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
  cudaFree(data);  // a failure here was reported by the call that caused it
}

void copy_in(void* device, const void* host, std::size_t bytes) {
  check(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice), "copying to the device");
}
void copy_out(void* host, const void* device, std::size_t bytes) {
  check(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost), "copying from the device");
  throw_if_stalled();
}
void copy(void* to, const void* from, std::size_t bytes) {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice), "copying on the device");
}
void fill_zero(void* device, std::size_t bytes) {
  check(cudaMemsetAsync(device, 0, bytes), "clearing memory on the device");
}
void wait() {
  check(cudaDeviceSynchronize(), "waiting for the device");
  throw_if_stalled();
}
std::size_t peak() noexcept { return account().most; }
void restart_peak() noexcept { account().most = account().live; }

}  // namespace memory

ES_END
