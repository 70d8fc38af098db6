/// Kernels with and without a planted race: what finds races must find these, or its silence about
/// the program means nothing.
///
///   device_races shared|global|none

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

}  // namespace

int main(int count, char** words) {
  const std::string_view race = count > 1 ? words[1] : "none";
  void *from = nullptr, *to = nullptr;
  cudaMalloc(&from, blocks * threads * sizeof(double)), cudaMalloc(&to, blocks * sizeof(double));
  cudaMemsetAsync(from, 0, blocks * threads * sizeof(double));
  void (*const kernel)(const double*, double*) = race == "shared"   ? sum_of_block<false>
                                                 : race == "global" ? write_to_neighbours
                                                                    : sum_of_block<true>;
  void* list[] = {&from, &to};
  test_device::at("planted race", __LINE__);
  for (int time = 0; time < 3; ++time)
    cudaLaunchKernel(kernel, dim3(race == "global" ? 2 : blocks), dim3(threads), list, 0, nullptr);
  std::vector<double> sums(blocks);
  cudaMemcpy(sums.data(), to, blocks * sizeof(double), cudaMemcpyDeviceToHost);
  std::printf("%g\n", sums[0]);
}
