#pragma once

/// Stands in for CUDA's header of the same name, so that g++ compiles the kernels of kernels/gpu
/// for the host: what the language adds, as far as these kernels use it. See emulation.h.

#include <cmath>
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
inline void __nanosleep(unsigned) { emulation::pause(); }
inline int atomicAdd(int* to, int value) { return __atomic_fetch_add(to, value, __ATOMIC_SEQ_CST); }
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

enum cudaError_t { cudaSuccess };
enum cudaDeviceAttr { cudaDevAttrMultiProcessorCount };
using cudaStream_t = void*;
inline const char* cudaGetErrorString(cudaError_t) { return "no error"; }
inline const char* cudaGetErrorName(cudaError_t) { return "cudaSuccess"; }
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
