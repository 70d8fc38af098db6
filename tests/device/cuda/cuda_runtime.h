#pragma once

/// Stands in for CUDA's header of the same name: the language's words and the runtime's calls that
/// the gpu backend uses, on the device of test_device.h.

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include "tests/device/device_call.h"
#include "tests/device/test_device.h"

#define __global__
#define __device__
#define __host__
#define __grid_constant__
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
/// The blocks that are there at the same time run on threads of their own.
#define __shared__ static thread_local

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_count = 1, unsigned y_count = 1, unsigned z_count = 1)
      : x(x_count), y(y_count), z(z_count) {}
};
inline thread_local dim3 threadIdx, blockIdx, blockDim, gridDim;

inline void forget_memory() { asm volatile("" ::: "memory"); }
inline void __syncthreads() { forget_memory(), test_device::wait_for_block(), forget_memory(); }
inline void __syncwarp(unsigned = ~0u) {
  forget_memory(), test_device::wait_for_warp(), forget_memory();
}
inline void __nanosleep(unsigned) { test_device::pause(); }
/// They order nothing else.
inline int atomicAdd(int* to, int value) {
  test_device::maybe_pause();
  return __atomic_fetch_add(to, value, __ATOMIC_RELAXED);
}
inline int atomicCAS(int* at, int expected, int value) {
  __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return expected;
}
inline int atomicMax(int* to, int value) {
  int before = __atomic_load_n(to, __ATOMIC_RELAXED);
  while (before < value && !__atomic_compare_exchange_n(to, &before, value, false, __ATOMIC_RELAXED,
                                                        __ATOMIC_RELAXED)) {
  }
  return before;
}
inline double __shfl_sync(unsigned, double value, int from) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  bits = test_device::exchange(bits)[from % test_device::lanes];
  std::memcpy(&value, &bits, sizeof bits);
  return value;
}
inline unsigned __ballot_sync(unsigned, bool holds) {
  const std::uint64_t* all = test_device::exchange(holds);
  unsigned mask = 0;
  for (int l = 0; l < test_device::lanes; ++l) mask |= unsigned(all[l]) << l;
  return mask;
}
inline int __ffs(int bits) { return __builtin_ffs(bits); }
inline double rsqrt(double x) { return 1 / std::sqrt(x); }
using std::fma;
using std::isfinite;

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorNoDevice = 100,
  cudaErrorECCUncorrectable = 214,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchOutOfResources = 701,
  cudaErrorLaunchTimeout = 702,
  cudaErrorAssert = 710,
  cudaErrorHardwareStackError = 714,
  cudaErrorIllegalInstruction = 715,
  cudaErrorMisalignedAddress = 716,
  cudaErrorInvalidAddressSpace = 717,
  cudaErrorInvalidPc = 718,
  cudaErrorLaunchFailure = 719,
  cudaErrorUnknown = 999
};
inline const char* cudaGetErrorName(cudaError_t status) {
  switch (status) {
    case cudaSuccess:
      return "cudaSuccess";
    case cudaErrorMemoryAllocation:
      return "cudaErrorMemoryAllocation";
    case cudaErrorInvalidConfiguration:
      return "cudaErrorInvalidConfiguration";
    case cudaErrorNoDevice:
      return "cudaErrorNoDevice";
    case cudaErrorIllegalAddress:
      return "cudaErrorIllegalAddress";
    case cudaErrorAssert:
      return "cudaErrorAssert";
    case cudaErrorUnknown:
      return "cudaErrorUnknown";
    default:
      return "another error";
  }
}
inline const char* cudaGetErrorString(cudaError_t status) {
  if (status == cudaSuccess) return "no error";
  if (status == cudaErrorMemoryAllocation) return "out of memory";
  if (status == cudaErrorNoDevice) return "no CUDA-capable device is detected";
  return *test_device::fault() != 0 ? test_device::fault() : "an error";
}

using cudaStream_t = void*;
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };
constexpr unsigned cudaHostAllocMapped = 2;
enum cudaDeviceAttr { cudaDevAttrMultiProcessorCount, cudaDevAttrMemoryPoolsSupported };
struct cudaDeviceProp {
  char name[256];
};

namespace test_device {
inline thread_local cudaError_t last = cudaSuccess;
inline cudaError_t said(cudaError_t status) {
  return status == cudaSuccess ? status : last = status;
}
inline cudaError_t state() { return said(cudaError_t(status())); }
}  // namespace test_device

inline cudaError_t cudaGetLastError() { return std::exchange(test_device::last, cudaSuccess); }
/// There is one where it is asked for: otherwise whoever takes what is there would take it.
inline cudaError_t cudaGetDeviceCount(int* count) {
  const char* const wanted = std::getenv("ES_TEST_DEVICE");
  *count = wanted != nullptr && std::strcmp(wanted, "none") != 0;
  return *count == 1 ? cudaSuccess : cudaErrorNoDevice;
}
inline cudaError_t cudaGetDevice(int* device) { return *device = 0, cudaSuccess; }
inline cudaError_t cudaDriverGetVersion(int* version) { return *version = 13000, cudaSuccess; }
inline cudaError_t cudaRuntimeGetVersion(int* version) { return *version = 13000, cudaSuccess; }
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  std::strcpy(properties->name, "a device made of a second process");
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) {
  return *value = 3, cudaSuccess;
}
template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel, int, std::size_t) {
  return *blocks = 1, cudaSuccess;
}

using cudaMemPool_t = void*;
enum cudaMemPoolAttr { cudaMemPoolAttrReleaseThreshold, cudaMemPoolAttrReservedMemCurrent };
inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int) {
  return *pool = nullptr, cudaSuccess;
}
inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) {
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void* value) {
  return *static_cast<std::uint64_t*>(value) = test_device::reserved(), cudaSuccess;
}
inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, std::size_t) {
  return test_device::trim(), cudaSuccess;
}
inline cudaError_t cudaMalloc(void** data, std::size_t bytes) {
  *data = test_device::allocate(bytes);
  return *data == nullptr ? test_device::said(cudaErrorMemoryAllocation) : test_device::state();
}
inline cudaError_t cudaFree(void* data) {
  if (data == nullptr) return test_device::state();
  test_device::release(data);
  return test_device::state();
}
/// Every request has memory of its own, or use after free would not be seen: that of the pool is a
/// matter of counting.
inline cudaError_t cudaMallocAsync(void** data, std::size_t bytes, cudaStream_t) {
  return cudaMalloc(data, bytes);
}
inline cudaError_t cudaFreeAsync(void* data, cudaStream_t) { return cudaFree(data); }
inline cudaError_t cudaHostAlloc(void** data, std::size_t bytes, unsigned) {
  return *data = test_device::allocate_shared(bytes), cudaSuccess;
}
inline cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  return *device = host, cudaSuccess;
}
inline cudaError_t cudaDeviceSynchronize() {
  test_device::note(test_device::Event::wait), test_device::wait();
  return test_device::state();
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                   cudaMemcpyKind kind) {
  if (kind == cudaMemcpyHostToDevice) {
    test_device::note(test_device::Event::to_device, bytes),
        test_device::copy_to_device(to, from, bytes);
  } else if (kind == cudaMemcpyDeviceToHost) {
    test_device::note(test_device::Event::to_host, bytes),
        test_device::copy_to_host(to, from, bytes);
  } else {
    test_device::note(test_device::Event::on_device, bytes);
    test_device::call_later([=] { std::memmove(to, from, bytes); });
  }
  return test_device::state();
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return cudaMemcpyAsync(to, from, bytes, kind);
}
inline cudaError_t cudaMemsetAsync(void* data, int value, std::size_t bytes) {
  test_device::note(test_device::Event::clear, bytes);
  test_device::call_later([=] { std::memset(data, value, bytes); });
  return test_device::state();
}

namespace test_device {

/// A kernel, and what it is given, by value: nothing else of the program reaches the device.
template <class... P>
struct Started {
  void (*kernel)(P...);
  Launch launch;
  std::tuple<std::decay_t<P>...> given;
};

template <class... P>
void call_kernel(const std::byte* at) {
  const auto& s = *reinterpret_cast<const Started<P...>*>(at);
  std::apply(s.kernel, s.given);
}

/// The sanitizer does not see it, nor anything that it calls: threads have numbers of their own.
__attribute__((no_sanitize("thread"), noinline)) inline void begin_thread(const Launch& l,
                                                                          const unsigned* block,
                                                                          const unsigned* thread) {
  gridDim.x = l.grid[0], gridDim.y = l.grid[1], gridDim.z = l.grid[2];
  blockDim.x = l.block[0], blockDim.y = l.block[1], blockDim.z = l.block[2];
  blockIdx.x = block[0], blockIdx.y = block[1], blockIdx.z = block[2];
  threadIdx.x = thread[0], threadIdx.y = thread[1], threadIdx.z = thread[2];
}

template <class... P>
void run_started(const std::byte* at) {
  const auto& s = *reinterpret_cast<const Started<P...>*>(at);
  run_grid(s.launch, begin_thread, call_kernel<P...>, at, reinterpret_cast<const void*>(s.kernel));
}

constexpr std::size_t max_parameter_bytes = 4096;  ///< of what drivers before 12.1 take

inline bool fits(dim3 grid, dim3 block) {
  const auto within = [](unsigned value, unsigned most) { return 0 < value && value <= most; };
  return within(grid.x, 0x7fffffff) && within(grid.y, 65535) && within(grid.z, 65535) &&
         within(block.x, 1024) && within(block.y, 1024) && within(block.z, 64) &&
         block.x * block.y * block.z <= 1024;
}

}  // namespace test_device

template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** list, std::size_t,
                             cudaStream_t) {
  static_assert((sizeof(P) + ... + 0) <= test_device::max_parameter_bytes,
                "too much for a kernel's parameters");
  static_assert((std::is_trivially_copyable_v<std::decay_t<P>> && ...),
                "parameters travel by memcpy");
  if (!test_device::fits(grid, block)) return test_device::said(cudaErrorInvalidConfiguration);
  test_device::note(test_device::Event::launch);
  const auto start = [&]<std::size_t... i>(std::index_sequence<i...>) {
    test_device::Started<P...> started{kernel,
                                       {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}},
                                       {*static_cast<std::decay_t<P>*>(list[i])...}};
    test_device::enqueue(test_device::run_started<P...>, &started, sizeof started);
  };
  start(std::index_sequence_for<P...>());
  return test_device::state();
}
