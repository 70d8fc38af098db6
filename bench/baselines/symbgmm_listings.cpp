#include "bench/baselines/symbgmm_listings.h"

#include <algorithm>

#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

constexpr int block_size = 16;

/// Block (I, J) of C.
void multiply_block(const ThesisBand& B, Span<const double> A, Span<double> C, Index columns,
                    Index I, Index J) {
  const Index n = B.order, i0 = I * block_size, j0 = J * block_size;
  double Cs[block_size][block_size] = {}, Bs[block_size][block_size], As[block_size][block_size];
  const Index first = std::max<Index>(0, i0 - B.rho);
  const Index last = std::min(n - 1, i0 + block_size - 1 + B.rho);
  for (Index m = first; m <= last; m += block_size) {
    for (int r = 0; r < block_size; ++r) {
      for (int c = 0; c < block_size; ++c) {
        Bs[r][c] = B(i0 + r, m + c);
        As[r][c] = m + r < n && j0 + c < columns ? A[m + r + n * (j0 + c)] : 0;
      }
    }
    for (int r = 0; r < block_size; ++r) {
      for (int k = 0; k < block_size; ++k) {
        for (int c = 0; c < block_size; ++c) Cs[r][c] += Bs[r][k] * As[k][c];
      }
    }
  }
  for (Index j = j0; j < std::min(columns, j0 + block_size); ++j) {
    for (Index i = i0; i < std::min(n, i0 + block_size); ++i) C[i + n * j] = Cs[i - i0][j - j0];
  }
}

}  // namespace

void symbgmm_naive(const ThesisBand& B, Span<const double> A, Span<double> C, Index columns) {
  const Index n = B.order;
  parallel_for(n, [=](Index i) {
    const Index first = std::max<Index>(0, i - B.rho), last = std::min(n - 1, i + B.rho);
    for (Index j = 0; j < columns; ++j) {
      double sum = 0;
      for (Index k = first; k <= last; ++k) sum += B(i, k) * A[k + n * j];
      C[i + n * j] = sum;
    }
  });
}

void symbgmm_shared(const ThesisBand& B, Span<const double> A, Span<double> C, Index columns) {
  const Index blocks = (columns + block_size - 1) / block_size;
  parallel_for((B.order + block_size - 1) / block_size, [=](Index I) {
    for (Index J = 0; J < blocks; ++J) multiply_block(B, A, C, columns, I, J);
  });
}

ES_END
