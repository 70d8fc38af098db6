#pragma once

/// Stands in for CUDA's header of the same name, so that g++ compiles the kernels of kernels/gpu
/// for the host: what the language adds, as far as these kernels use it. See emulation.h.

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <type_traits>

#include "tests/kernels/gpu_emulation/emulation.h"

#define __global__
#define __device__
#define __host__
#define __launch_bounds__(...)
/// A block runs on one thread of the host.
#define __shared__ static thread_local

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x_count = 1, unsigned y_count = 1, unsigned z_count = 1)
      : x(x_count), y(y_count), z(z_count) {}
};
inline thread_local dim3 threadIdx, blockIdx, blockDim, gridDim;

/// Other threads change shared memory meanwhile, even if nothing outside a kernel knows its
/// address.
inline void forget_memory() { asm volatile("" ::: "memory"); }
inline void __syncthreads() {
  forget_memory();
  emulation::wait_for_block();
  forget_memory();
}
inline void __syncwarp() {
  forget_memory();
  emulation::wait_for_warp();
  forget_memory();
}
inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_system() { __threadfence(); }
inline long long __globaltimer() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}
inline void __nanosleep(unsigned) { emulation::pause(); }
inline int atomicAdd(int* to, int value) { return __atomic_fetch_add(to, value, __ATOMIC_SEQ_CST); }
inline int atomicCAS(int* at, int expected, int value) {
  __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;  // what was there before
}
inline int atomicMax(int* to, int value) {
  int before = __atomic_load_n(to, __ATOMIC_SEQ_CST);
  while (before < value && !__atomic_compare_exchange_n(to, &before, value, false, __ATOMIC_SEQ_CST,
                                                        __ATOMIC_SEQ_CST)) {
  }
  return before;
}
inline double __shfl_sync(unsigned, double value, int from) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  bits = emulation::exchange(bits)[from % emulation::lanes];
  std::memcpy(&value, &bits, sizeof bits);
  return value;
}
inline unsigned __ballot_sync(unsigned, bool holds) {
  const std::uint64_t* all = emulation::exchange(holds);
  unsigned mask = 0;
  for (int l = 0; l < emulation::lanes; ++l) mask |= unsigned(all[l]) << l;
  return mask;
}
inline int __ffs(int bits) { return __builtin_ffs(bits); }
inline double rsqrt(double x) { return 1 / std::sqrt(x); }
using std::fma;
using std::isfinite;

enum cudaError_t {
  cudaSuccess,
  cudaErrorMemoryAllocation,
  cudaErrorInvalidConfiguration,
  // what check.h knows as failures of kernels; the emulation has none
  cudaErrorIllegalAddress,
  cudaErrorMisalignedAddress,
  cudaErrorInvalidAddressSpace,
  cudaErrorInvalidPc,
  cudaErrorIllegalInstruction,
  cudaErrorHardwareStackError,
  cudaErrorAssert,
  cudaErrorLaunchFailure,
  cudaErrorLaunchTimeout,
  cudaErrorECCUncorrectable
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };
constexpr unsigned cudaHostAllocMapped = 2;
enum cudaDeviceAttr { cudaDevAttrMultiProcessorCount };
using cudaStream_t = void*;
inline const char* cudaGetErrorString(cudaError_t status) {
  return status == cudaSuccess ? "no error" : "an error";
}
inline const char* cudaGetErrorName(cudaError_t status) {
  switch (status) {
    case cudaSuccess:
      return "cudaSuccess";
    case cudaErrorMemoryAllocation:
      return "cudaErrorMemoryAllocation";
    case cudaErrorInvalidConfiguration:
      return "cudaErrorInvalidConfiguration";
    case cudaErrorIllegalAddress:
      return "cudaErrorIllegalAddress";
    default:
      return "another error";
  }
}
/// What memory holds on a device before it is written to is anyone's guess: not zeros.
inline cudaError_t cudaMalloc(void** data, std::size_t bytes) {
  constexpr std::size_t alignment = 256;
  *data = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (*data == nullptr) return cudaErrorMemoryAllocation;
  std::memset(*data, 0xff, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaFree(void* data) { return std::free(data), cudaSuccess; }
inline cudaError_t cudaHostAlloc(void** data, std::size_t bytes, unsigned) {
  return cudaMalloc(data, bytes);
}
inline cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  return *device = host, cudaSuccess;
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  return std::memmove(to, from, bytes), cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                   cudaMemcpyKind kind) {
  return cudaMemcpy(to, from, bytes, kind);
}
inline cudaError_t cudaMemsetAsync(void* data, int value, std::size_t bytes) {
  return std::memset(data, value, bytes), cudaSuccess;
}
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
inline cudaError_t cudaGetDevice(int* device) { return *device = 0, cudaSuccess; }
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) {
  return *value = emulation::blocks_at_once, cudaSuccess;
}
template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel, int, std::size_t) {
  return *blocks = 1, cudaSuccess;
}

template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** list, std::size_t,
                             cudaStream_t) {
  if (grid.x * grid.y == 0 || block.x * block.y == 0 || block.x * block.y > 1024)
    return cudaErrorInvalidConfiguration;
  const auto call = [&]<std::size_t... i>(std::index_sequence<i...>) {
    const std::tuple<P...> parameters(*static_cast<P*>(list[i])...);
    emulation::run_blocks(
        int(grid.x * grid.y), int(block.x * block.y),
        [=](int b) { gridDim = grid, blockDim = block, blockIdx = dim3(b % grid.x, b / grid.x); },
        [=](int t) { threadIdx = dim3(t % block.x, t / block.x, 0); },
        [=] { std::apply(kernel, parameters); });
  };
  call(std::index_sequence_for<P...>());
  return cudaSuccess;
}
