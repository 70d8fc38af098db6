#pragma once

#include "kernels/gpu/band/tile_product.h"

ES_BEGIN

/// Cholesky factor and inverse of one tile in shared memory, by one block. Four panels of eight
/// columns: the first warp updates and factors a panel in registers, one row per lane, while the
/// others extend the inverse by the eight rows of the panel before.

constexpr int panel_width = 8, tile_panels = band_tile / panel_width;
static_assert(tile_panels - 1 <= warps - 1);

/// What judges the pivots of a tile, and keeps the first that fails.
struct Pivots {
  const double* least;  ///< a pivot must be above it
  int* failed;          ///< largest of (0x7fffffff - column) over the columns that fail
  int first_column;
};

/// A panel of a lower triangle with the identity below it: the operations that turn its leading
/// 8 x 8 block into L turn the identity into L^{-T}. A pivot that fails is replaced by one.
__device__ inline void factor_panel(double (&a)[panel_width], double (&b)[panel_width], int first,
                                    Pivots pivots) {
#pragma unroll
  for (int j = 0; j < panel_width; ++j) {
    const double pivot = __shfl_sync(~0u, a[j], first + j);
    const bool good = pivot > pivots.least[first + j] && isfinite(pivot);
    if (!good && lane() == 0)
      atomicMax(pivots.failed, 0x7fffffff - (pivots.first_column + first + j));
    const double scale = good ? rsqrt(pivot) : 1;
    a[j] *= scale, b[j] *= scale;
#pragma unroll
    for (int k = j + 1; k < panel_width; ++k) {
      const double factor = __shfl_sync(~0u, a[j], first + k);
      a[k] = fma(-factor, a[j], a[k]), b[k] = fma(-factor, b[j], b[k]);
    }
  }
}

/// Panel c by one warp: minus the columns before it, then factored; its block of the inverse.
__device__ inline void finish_panel(SharedTile& D, SharedTile& K, int c, Pivots pivots) {
  const int first = c * panel_width, row = lane();
  double* panel = D.at + first * pitch;
  for (int h = c / 2; h < 2 && c > 0; ++h) {
    Fragment sum = {};
    multiply_add<1, pitch, pitch, 1>(sum, D.at + 16 * h, D.at + first, first);
    for (int e = 0; e < 4; ++e)
      panel[Fragment::column(e) * pitch + 16 * h + Fragment::row(e)] -= sum.of[e];
  }
  __syncwarp();
  double a[panel_width], b[panel_width];
  for (int j = 0; j < panel_width; ++j) a[j] = panel[j * pitch + row], b[j] = row == j ? 1 : 0;
  factor_panel(a, b, first, pivots);
  for (int j = 0; j < panel_width; ++j) {
    panel[j * pitch + row] = row >= first + j ? a[j] : 0;
    if (row < panel_width) K.at[(first + row) * pitch + first + j] = b[j];
  }
}

/// Block (c, j) of K = L^{-1}, j < c, by one warp: K_cj = -K_cc sum_m L_cm K_mj over j <= m < c.
__device__ inline void extend_inverse(const SharedTile& L, SharedTile& K, int c, int j,
                                      double* scratch) {
  const int i = lane() / 4, first = c * panel_width;
  for (int e = 0; e < 2; ++e) {
    const int column = lane() % 4 * 2 + e;
    const double* k = K.at + (j * panel_width + column) * pitch;
    double sum = 0;
    for (int m = j * panel_width; m < first; ++m) sum = fma(L.at[m * pitch + first + i], k[m], sum);
    scratch[column * panel_width + i] = sum;
  }
  __syncwarp();
  for (int e = 0; e < 2; ++e) {
    const int column = lane() % 4 * 2 + e;
    double sum = 0;
    for (int q = 0; q <= i; ++q)
      sum = fma(K.at[(first + q) * pitch + first + i], scratch[column * panel_width + q], sum);
    K.at[(j * panel_width + column) * pitch + first + i] = -sum;
  }
}

/// L and K = L^{-1} with L L^T = D; L overwrites D, its upper triangle becomes zero.
/// @param scratch  of at least 64 numbers for each warp
__device__ inline void factor_tile(SharedTile& D, SharedTile& K, SharedTile& scratch,
                                   Pivots pivots) {
  for (int e = int(threadIdx.x); e < pitch * band_tile; e += block_threads) K.at[e] = 0;
  for (int c = 0; c <= tile_panels; ++c) {
    __syncthreads();
    const int j = warp() - 1;
    if (warp() == 0) {
      if (c < tile_panels) finish_panel(D, K, c, pivots);
    } else if (j < c - 1) {
      extend_inverse(D, K, c - 1, j, scratch.at + 64 * warp());
    }
  }
  __syncthreads();
}

ES_END
