#include "kernels/core/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>

#include "kernels/core/error.h"
#include "kernels/core/work_counts.h"

ES_BEGIN

namespace memory {

namespace {

std::atomic<std::size_t> live{0}, most{0};
constexpr std::size_t alignment = 64;  // one cache line, and the widest vector register

/// From here on, a block begins a large page and asks for large pages: panels of a factor stride
/// through many small ones, each of which would need an entry of the address cache.
constexpr std::size_t large = std::size_t(4) << 20, large_page = std::size_t(2) << 20;

/// Each block is preceded by its size, so that release() can account for it.
void* block_of(void* data) { return static_cast<char*>(data) - alignment; }

}  // namespace

void* allocate(std::size_t bytes) {
  count_work(Work::allocation);
  const std::size_t unit = bytes < large ? alignment : large_page;
  const std::size_t rounded = (bytes + alignment + unit - 1) / unit * unit;
  void* block = std::aligned_alloc(unit, rounded);
  if (block == nullptr) {
    throw DeviceError("while allocating " + std::to_string(bytes) + " bytes: out of memory");
  }
  if (unit == large_page) madvise(block, rounded, MADV_HUGEPAGE);  // as well where it is refused
  std::memcpy(block, &bytes, sizeof bytes);
  const std::size_t now = live += bytes;
  std::size_t before = most;
  while (now > before && !most.compare_exchange_weak(before, now)) {
  }
  return static_cast<char*>(block) + alignment;
}

void release(void* data) noexcept {
  if (data == nullptr) return;
  std::size_t bytes = 0;
  std::memcpy(&bytes, block_of(data), sizeof bytes);
  live -= bytes;
  std::free(block_of(data));
}

void copy_in(void* device, const void* host, std::size_t bytes) {
  count_work(Work::upload);
  if (bytes > 0) std::memcpy(device, host, bytes);
}
void copy_out(void* host, const void* device, std::size_t bytes) {
  count_work(Work::read_back);
  if (bytes > 0) std::memcpy(host, device, bytes);
}
void copy(void* to, const void* from, std::size_t bytes) {
  if (bytes > 0) std::memmove(to, from, bytes);
}
void fill_zero(void* device, std::size_t bytes) { std::memset(device, 0, bytes); }
void wait() {}
std::size_t peak() noexcept { return most; }
void restart_peak() noexcept { most = live.load(); }

}  // namespace memory

ES_END
