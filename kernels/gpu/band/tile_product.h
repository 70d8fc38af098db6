#pragma once

#include "kernels/band/banded.h"
#include "kernels/gpu/flags.h"
#include "kernels/gpu/watch.h"

ES_BEGIN

/// Products of tiles in shared memory, by blocks of four warps, with tensor cores for double
/// precision, which devices have from sm_80 on. Sums ascend in the index that is summed over.

constexpr int block_threads = 128, warp_size = 32, warps = block_threads / warp_size;
/// Distance of two columns of a tile in shared memory: 4 modulo 16, so that the 16 lanes that are
/// served together, four rows by four columns, hit different banks, transposed or not.
constexpr int pitch = band_tile + 4;
static_assert(band_tile == 32 && pitch % 16 == 4);

/// A tile in shared memory, by columns. Copied to in pieces of 16 bytes.
struct alignas(16) SharedTile {
  double at[pitch * band_tile];
};

__device__ inline int lane() { return int(threadIdx.x) % warp_size; }
__device__ inline int warp() { return int(threadIdx.x) / warp_size; }

/// Copy 16 bytes from global to shared memory while the thread goes on. Past the first cache, which
/// may hold what another multiprocessor has overwritten since.
__device__ inline void copy_ahead([[maybe_unused]] double* to,
                                  [[maybe_unused]] const double* from) {
#if defined(ES_TEST_DEVICE)
  test_device::copy_later(to, from, 16);
#elif defined(__CUDA_ARCH__)
  const unsigned place = unsigned(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(place), "l"(from) : "memory");
#endif
}
/// Copies asked for until now form a batch.
__device__ inline void end_batch() {
#if defined(ES_TEST_DEVICE)
  test_device::end_batch();
#elif defined(__CUDA_ARCH__)
  asm volatile("cp.async.commit_group;\n" ::: "memory");
#endif
}
/// Wait for this thread's copies, except the last `pending` batches.
template <int pending>
__device__ void wait_for_copies() {
#if defined(ES_TEST_DEVICE)
  test_device::finish_copies(pending);
#elif defined(__CUDA_ARCH__)
  asm volatile("cp.async.wait_group %0;\n" ::"n"(pending) : "memory");
#endif
}

/// All threads copy a tile of 32 x 32 numbers by columns.
__device__ inline void copy_tile_ahead(SharedTile& to, const double* from) {
  for (int e = 2 * int(threadIdx.x); e < tile_area; e += 2 * block_threads)
    copy_ahead(&to.at[e / band_tile * pitch + e % band_tile], from + e);
}

/// The part of a 16 x 8 matrix that a lane of a warp holds: rows lane/4 and 8 more, columns
/// 2 (lane % 4) and the next one. PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f64" and those
/// for mma.m16n8k4.
struct Fragment {
  double of[4];
  __device__ static int row(int e) { return lane() / 4 + e / 2 * 8; }
  __device__ static int column(int e) { return lane() % 4 * 2 + e % 2; }
};

/// C += A B by a warp, A 16 x 4 and B 4 x 8, of which each lane holds A(r, q), A(r + 8, q) and
/// B(q, r), r = lane/4 and q = lane % 4.
__device__ inline void multiply_fragments([[maybe_unused]] Fragment& C, [[maybe_unused]] double a0,
                                          [[maybe_unused]] double a1, [[maybe_unused]] double b) {
#if defined(ES_TEST_DEVICE)
  test_device::multiply_16_8_4(C.of, a0, a1, b);
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
      "{%0,%1,%2,%3};"
      : "+d"(C.of[0]), "+d"(C.of[1]), "+d"(C.of[2]), "+d"(C.of[3])
      : "d"(a0), "d"(a1), "d"(b));
#elif defined(__CUDA_ARCH__)
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
      : "+d"(C.of[0]), "+d"(C.of[1])
      : "d"(a0), "d"(b));
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
      : "+d"(C.of[2]), "+d"(C.of[3])
      : "d"(a1), "d"(b));
#endif
}

/// C += A B for A 16 x depth and B depth x 8, by one warp. A(r, k) is A[r * a_row + k * a_column],
/// B(k, c) is B[k * b_row + c * b_column]; depth is a multiple of four. Sums ascend in k.
template <int a_row, int a_column, int b_row, int b_column>
__device__ void multiply_add(Fragment& C, const double* A, const double* B, int depth) {
#if defined(ES_TEST_DEVICE)  // the same sums, without 32 threads that wait for each other
  if (test_device::products_are_plain()) {
    for (int e = 0; e < 4; ++e) {
      const double* a = A + Fragment::row(e) * a_row;
      const double* b = B + Fragment::column(e) * b_column;
      for (int k = 0; k < depth; ++k) C.of[e] = fma(a[k * a_column], b[k * b_row], C.of[e]);
    }
    return;
  }
#endif
  const int r = lane() / 4, q = lane() % 4;
#pragma unroll 4
  for (int k = q; k < depth; k += 4)
    multiply_fragments(C, A[r * a_row + k * a_column], A[(r + 8) * a_row + k * a_column],
                       B[k * b_row + r * b_column]);
}

/// A 32 x 32 matrix spread over the block: each warp holds a quarter, as two fragments.
struct TileSums {
  Fragment half[2];

  __device__ static int first_row() { return warp() % 2 * 16; }
  __device__ static int first_column() { return warp() / 2 * 16; }
  __device__ static int row(int e) { return first_row() + Fragment::row(e); }
  __device__ static int column(int h, int e) {
    return first_column() + 8 * h + Fragment::column(e);
  }
};

/// sums += A B^T for tiles A and B.
__device__ inline void add_product(TileSums& sums, const SharedTile& A, const SharedTile& B) {
  for (int h = 0; h < 2; ++h) {
    multiply_add<1, pitch, pitch, 1>(sums.half[h], A.at + TileSums::first_row(),
                                     B.at + TileSums::first_column() + 8 * h, band_tile);
  }
}

/// Other blocks may rely on what this one has written before. `thread` raises the flag.
__device__ inline void publish(int* flag, int thread) {
  __syncthreads();
  if (int(threadIdx.x) == thread) raise(flag);
}

/// The next number of a list that all blocks take from, the same for all threads of the block. Work
/// is numbered so that it needs only work with smaller numbers: whoever waits, waits for a block
/// that is running, so nothing need be known about how many run.
__device__ inline int take_ticket(int* counter, int& shared) {
  __syncthreads();  // the ticket before has been read, and the tiles before have been used
  if (threadIdx.x == 0) shared = atomicAdd(counter, 1);
  __syncthreads();
  return shared;
}

/// Wait until ready(0) holds; returns for how many of 0, 1, 2, ... up to `most` it then does, or 0
/// where the block waited too long for missing(), has said so, and must end. The block passes a
/// barrier before it calls this again with the same `shared`.
template <class Ready, class Missing>
[[nodiscard]] __device__ int wait_until(const Watch& watch, Ready ready, Missing missing, int most,
                                        int& shared) {
  if (warp() == 0) {
    int count = 0;
    long long since = 0;
    for (int looks = 1;; ++looks) {
      const unsigned held = __ballot_sync(~0u, lane() < most && ready(lane()));
      count = ~held == 0 ? warp_size : __ffs(int(~held)) - 1;
      if (count > 0) break;
      if (looks % looks_per_clock == 0 && waited_in_vain(watch, since)) {
        if (lane() == 0) report_stall(watch, missing());
        break;
      }
      __nanosleep(nap);
    }
    if (lane() == 0) shared = count;
  }
  __syncthreads();
  return shared;
}

ES_END
