/// Kernels with and without a planted fault: what finds such must find these, or its silence about
/// the program means nothing.
///
///   device_races shared|global|unwritten|underway|none

#include <cuda_runtime.h>

#include <cstdio>
#include <string_view>
#include <vector>

namespace {

constexpr int threads = 128, blocks = 300;

/// The sum of each block's numbers. Between two barriers one may be missing.
template <bool waits_always>
__global__ void sum_of_block(const double* from, double* to) {
  __shared__ double at[threads];
  at[threadIdx.x] = from[blockIdx.x * threads + threadIdx.x];
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) at[threadIdx.x] += at[threadIdx.x + half];
    if (waits_always || half != 16) __syncthreads();  // a warp is not one thread
  }
  if (threadIdx.x == 0) to[blockIdx.x] = at[0];
}

/// Each thread also writes to its neighbour's place.
__global__ void write_to_neighbours(const double*, double* to) {
  const unsigned i = blockIdx.x * threads + threadIdx.x;
  if (i + 1 < blocks) to[i] = to[i + 1] = 1;
}

/// Each thread copies its number through shared memory, and does not wait for it.
__global__ void copy_ahead(const double* from, double* to) {
  __shared__ double at[threads];
  test_device::copy_later(at + threadIdx.x, from + threadIdx.x, sizeof(double));
  test_device::end_batch();
  if (blockIdx.x * threads + threadIdx.x < blocks)
    to[blockIdx.x * threads + threadIdx.x] = at[threadIdx.x];
  test_device::finish_copies(0);
}

void (*kernel_with(std::string_view fault))(const double*, double*) {
  if (fault == "shared") return sum_of_block<false>;
  if (fault == "global") return write_to_neighbours;
  if (fault == "underway") return copy_ahead;
  return sum_of_block<true>;
}

}  // namespace

int main(int count, char** words) {
  const std::string_view fault = count > 1 ? words[1] : "none";
  void *from = nullptr, *to = nullptr;
  cudaMalloc(&from, blocks * threads * sizeof(double)), cudaMalloc(&to, blocks * sizeof(double));
  const std::size_t written = blocks * threads - (fault == "unwritten" ? 1 : 0);
  cudaMemsetAsync(from, 0, written * sizeof(double));
  void (*const kernel)(const double*, double*) = kernel_with(fault);
  void* list[] = {&from, &to};
  test_device::at("planted fault", __LINE__);
  for (int time = 0; time < 3; ++time)
    cudaLaunchKernel(kernel, dim3(fault == "global" ? 2 : blocks), dim3(threads), list, 0, nullptr);
  std::vector<double> sums(blocks);
  cudaMemcpy(sums.data(), to, blocks * sizeof(double), cudaMemcpyDeviceToHost);
  std::printf("%g\n", sums[0]);
}
