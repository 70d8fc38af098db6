#include "bench/baselines/symbgmm_listings.h"

#include "kernels/gpu/launch.h"

ES_BEGIN

namespace {

constexpr int block_size = 16;

__global__ void naive_kernel(ThesisBand B, const double* A, double* C, Index columns) {
  const Index n = B.order, i = Index(blockDim.y) * blockIdx.y + threadIdx.y;
  const Index j = Index(blockDim.x) * blockIdx.x + threadIdx.x;
  if (i >= n || j >= columns) return;
  const Index first = i < B.rho ? 0 : i - B.rho;
  const Index last = i + B.rho < n ? i + B.rho : n - 1;
  double sum = 0;
  for (Index k = first; k <= last; ++k) sum += B(i, k) * A[k + n * j];
  C[i + n * j] = sum;
}

__global__ void shared_kernel(ThesisBand B, const double* A, double* C, Index columns) {
  __shared__ double Bs[block_size][block_size], As[block_size][block_size];
  const Index n = B.order, i0 = Index(blockIdx.y) * block_size;
  const int row = int(threadIdx.y), col = int(threadIdx.x);
  const Index i = i0 + row, j = Index(blockIdx.x) * block_size + col;
  const Index first = i0 < B.rho ? 0 : i0 - B.rho;
  const Index end = i0 + block_size - 1 + B.rho, last = end < n ? end : n - 1;
  double sum = 0;
  for (Index m = first; m <= last; m += block_size) {
    Bs[row][col] = B(i, m + col);
    As[row][col] = m + row < n && j < columns ? A[m + row + n * j] : 0;
    __syncthreads();  // the blocks are loaded
    for (int k = 0; k < block_size; ++k) sum += Bs[row][k] * As[k][col];
    __syncthreads();  // and used, before the next ones overwrite them
  }
  if (i < n && j < columns) C[i + n * j] = sum;
}

dim3 blocks(Index n, Index columns) {
  return dim3(unsigned((columns + block_size - 1) / block_size),
              unsigned((n + block_size - 1) / block_size));
}

}  // namespace

void symbgmm_naive(const ThesisBand& B, Span<const double> A, Span<double> C, Index columns) {
  if (B.order == 0 || columns == 0) return;
  launch({"naive_kernel", "multiplying by a banded matrix as in Listing 6.4"}, naive_kernel,
         blocks(B.order, columns), dim3(block_size, block_size), B, A.data, C.data, columns);
}

void symbgmm_shared(const ThesisBand& B, Span<const double> A, Span<double> C, Index columns) {
  if (B.order == 0 || columns == 0) return;
  launch({"shared_kernel", "multiplying by a banded matrix as in Listing 6.5"}, shared_kernel,
         blocks(B.order, columns), dim3(block_size, block_size), B, A.data, C.data, columns);
}

ES_END
