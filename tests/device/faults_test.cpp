#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

/// The device of the tests finds planted faults and names them: what it says nothing of it has
/// looked at. Races are planted in races.cpp.

namespace {

constexpr int threads = 128;
constexpr int count = 100;  // numbers of the allocation that faults are about

__global__ void fill(double* x, int n, double value) {
  const int i = int(blockIdx.x) * threads + int(threadIdx.x);
  if (i < n) x[i] = value;
}
__global__ void write_to(double* place) { *place = 1; }
__global__ void add_one(int* sum) { *sum += 1; }
__global__ void copy_number(const double* from, double* to) { *to = *from; }

/// Has more on its stack than a thread has room for.
__global__ void need_stack(double* to) {
  volatile char much[400'000];
  much[0] = 1;
  *to = much[0];
}

/// Numbers in reverse, through shared memory.
template <bool waits>
__global__ void reverse(const double* from, double* to) {
  __shared__ double at[threads];
  at[threadIdx.x] = from[threadIdx.x];
  if (waits) __syncthreads();
  to[threadIdx.x] = at[threads - 1 - threadIdx.x];
}

/// Two numbers a thread, through shared memory, by copies that go on meanwhile.
template <bool waits>
__global__ void copy_ahead(const double* from, double* to) {
  __shared__ __align__(16) double at[2 * threads];
  double* const mine = at + 2 * threadIdx.x;
  test_device::copy_later(mine, from + 2 * threadIdx.x, 16);
  test_device::end_batch();
  if (waits) test_device::finish_copies(0);
  for (int k = 0; k < 2; ++k) to[2 * threadIdx.x + k] = mine[k];
  test_device::finish_copies(0);
}

/// C = A B by one warp, A 16 x 4 by rows, B 4 x 8 by columns; C by rows.
/// @param swaps  the two halves of A
__global__ void multiply(const double* A, const double* B, double* C, bool swaps) {
  const int r = int(threadIdx.x) / 4, q = int(threadIdx.x) % 4, half = swaps ? 8 : 0;
  double c[4] = {0, 0, 0, 0};
  test_device::multiply_16_8_4(c, A[(r + half) * 4 + q], A[(r + 8 - half) * 4 + q], B[r * 4 + q]);
  for (int e = 0; e < 4; ++e) C[(r + e / 2 * 8) * 8 + q * 2 + e % 2] = c[e];
}

#define START(kernel, grid, block, ...) \
  (test_device::at(#kernel, __LINE__), [&] { return started(kernel, grid, block, __VA_ARGS__); }())

template <class... P, class... A>
cudaError_t started(void (*kernel)(P...), unsigned grid, unsigned block, A... given) {
  const auto start = [&](P... parameters) {
    void* list[] = {static_cast<void*>(&parameters)...};
    return cudaLaunchKernel(kernel, dim3(grid), dim3(block), list, 0, nullptr);
  };
  return start(P(given)...);
}

double* numbers(int n) {
  void* data = nullptr;
  cudaMalloc(&data, std::size_t(n) * sizeof(double));
  return static_cast<double*>(data);
}
std::vector<double> to_host(const double* x, int n) {
  std::vector<double> host(static_cast<std::size_t>(n));
  cudaMemcpy(host.data(), x, host.size() * sizeof(double), cudaMemcpyDeviceToHost);
  return host;
}
double* to_device(const std::vector<double>& host) {
  double* x = numbers(int(host.size()));
  cudaMemcpy(x, host.data(), host.size() * sizeof(double), cudaMemcpyHostToDevice);
  return x;
}
std::vector<double> counted(int n) {
  std::vector<double> x;
  for (int i = 0; i < n; ++i) x.push_back(i);
  return x;
}

/// Ends as a program does that the runtime tells of a failure, in a device of its own.
void wait_and_end() {
  const cudaError_t status = cudaDeviceSynchronize();
  std::fprintf(stderr, "said: %s\n", cudaGetErrorString(status));
  std::exit(int(status) == 700 ? 1 : 0);
}
const testing::ExitedWithCode illegal_address(1);

/// What ends the program ends one of its own, that has not asked for a device before.
class DeviceFault : public testing::Test {
 protected:
  DeviceFault() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(DeviceFault, HostReadsMemoryOfTheDevice) {
  const auto program = [] {
    double* const x = numbers(count);
    START(fill, 1, threads, x, count, 1.0);
    volatile double read = x[3];
    std::exit(read > 0);
  };
  EXPECT_DEATH(program(),
               "the program touched memory of the device at .*: an allocation of 800 bytes, made "
               "after start:0; the last launch before was fill:");
}

TEST_F(DeviceFault, KernelFollowsAPointerOfTheHost) {
  const auto stack = [] {
    double place = 0;
    START(write_to, 1, 1, &place);
    wait_and_end();
  };
  EXPECT_EXIT(stack(), illegal_address,
              "said: .* in write_to:[0-9]*, which touched memory of the program");
  const auto heap = [] {
    START(write_to, 1, 1, new double(0));
    wait_and_end();
  };
  EXPECT_EXIT(heap(), illegal_address,
              "said: .* in write_to:[0-9]*, which touched memory of the program");
}

TEST_F(DeviceFault, UseAfterFree) {
  const auto program = [] {
    double* const x = numbers(count);
    cudaFree(x);
    START(write_to, 1, 1, x);
    wait_and_end();
  };
  EXPECT_EXIT(program(), illegal_address,
              "said: .* in write_to:[0-9]*, which touched freed memory of 800 bytes");
}

TEST_F(DeviceFault, BehindTheEnd) {
  const auto program = [] {
    double* const x = numbers(count);
    START(fill, 1, threads, x, count + 1, 1.0);
    wait_and_end();
  };
  EXPECT_EXIT(program(), illegal_address,
              "said: .* in fill:[0-9]*, which touched what is behind the end of an allocation of "
              "800 bytes");
}

TEST_F(DeviceFault, StackThatIsTooSmall) {
  const auto program = [] {
    START(need_stack, 1, 1, numbers(count));
    wait_and_end();
  };
  EXPECT_EXIT(program(), illegal_address, "said: signal 11 in need_stack:");
}

/// Nothing is zero by chance.
TEST_F(DeviceFault, UninitialisedRead) {
  double *const from = numbers(count), *const to = numbers(1);
  START(copy_number, 1, 1, from + 7, to);
  EXPECT_TRUE(std::isnan(to_host(to, 1)[0]));
  START(fill, 1, threads, from, count, 2.0);
  START(copy_number, 1, 1, from + 7, to);
  EXPECT_EQ(to_host(to, 1)[0], 2);
}

TEST_F(DeviceFault, ValueReadBeforeItWasWaitedFor) {
  void* shared = nullptr;
  cudaHostAlloc(&shared, sizeof(int), cudaHostAllocMapped);
  auto* const sum = static_cast<int*>(shared);
  *sum = 0;
  START(add_one, 1, 1, sum);
  cudaDeviceSynchronize();
  EXPECT_EQ(*sum, 1);
  START(add_one, 1, 1, sum);
  EXPECT_DEATH(
      std::exit(*static_cast<volatile int*>(sum)),
      "memory that both see, and has not waited since; the last launch before was add_one:");
}

/// Threads go in an order that nobody chose, as far as barriers let them.
TEST_F(DeviceFault, MissingBarrier) {
  const double* const from = to_device(counted(threads));
  double* const to = numbers(threads);
  std::vector<double> reversed = counted(threads);
  std::reverse(reversed.begin(), reversed.end());
  START(reverse<true>, 1, threads, from, to);
  EXPECT_EQ(to_host(to, threads), reversed);
  START(reverse<false>, 1, threads, from, to);
  EXPECT_NE(to_host(to, threads), reversed);
}

TEST_F(DeviceFault, CopyReadBeforeItArrives) {
  const double* const from = to_device(counted(2 * threads));
  double* const to = numbers(2 * threads);
  START(copy_ahead<true>, 1, threads, from, to);
  EXPECT_EQ(to_host(to, 2 * threads), counted(2 * threads));
  START(copy_ahead<false>, 1, threads, from, to);
  for (const double x : to_host(to, 2 * threads)) EXPECT_TRUE(std::isnan(x));
}

/// Registers are numbered as the PTX ISA numbers them: with halves that are swapped rows are.
TEST_F(DeviceFault, PermutedFragment) {
  const double *const A = to_device(counted(16 * 4)), *const B = to_device(counted(4 * 8));
  double* const C = numbers(16 * 8);
  const auto product = [](int row, int column) {
    double sum = 0;
    for (int k = 0; k < 4; ++k) sum += (row * 4 + k) * (column * 4 + k);
    return sum;
  };
  for (const bool swaps : {false, true}) {
    START(multiply, 1, test_device::lanes, A, B, C, swaps);
    const std::vector<double> found = to_host(C, 16 * 8);
    for (int row = 0; row < 16; ++row)
      for (int column = 0; column < 8; ++column)
        EXPECT_EQ(found[std::size_t(row * 8 + column)],
                  product(swaps ? (row + 8) % 16 : row, column));
  }
}

TEST_F(DeviceFault, WrongArgumentOfALibrary) {
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  const double one = 1, *const A = to_device(counted(6));
  double* const C = numbers(4);
  const auto multiply = [&](int distance) {
    return cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 3, &one, A, distance, A, 2, &one, C,
                       2);
  };
  EXPECT_EQ(multiply(2), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(multiply(1), CUBLAS_STATUS_INVALID_VALUE);
}

TEST_F(DeviceFault, LaunchBeyondTheLimits) {
  double* const x = numbers(count);
  EXPECT_EQ(START(fill, 1, 1024, x, count, 1.0), cudaSuccess);
  EXPECT_EQ(START(fill, 1, 1025, x, count, 1.0), cudaErrorInvalidConfiguration);
  EXPECT_EQ(START(fill, 0, 128, x, count, 1.0), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
}

TEST_F(DeviceFault, BarrierThatNotAllThreadsReach) {
  const auto program = [] {
    void (*const kernel)(double*) = [](double*) {
      if (threadIdx.x < 5) __syncthreads();
    };
    START(kernel, 1, threads, numbers(count));
    wait_and_end();
  };
  EXPECT_EXIT(program(), testing::ExitedWithCode(0),
              "said: threads of a block wait at different barriers in kernel:");
}

}  // namespace
