#pragma once

#include "kernels/gpu/band/panel_product.h"

ES_BEGIN

/// Y = H X for a symmetric banded H in tiles: a block gathers a row of tiles of Y for a few panels
/// of columns, from the tiles left of the diagonal and, transposed, from those below it. Each
/// stored tile is thus read twice, but no two blocks write the same element.

template <int together>
struct ProductStore {
  SharedTile tile[2];
  SharedPanels<together> X;
};

/// Rows of tile row K of this block's columns of X; zero outside the matrix.
template <int together>
__device__ void load_rows(const double* X, Index n, Index columns, int K,
                          SharedPanels<together>& to) {
  constexpr int all = together * columns_per_panel;
  for (int e = int(threadIdx.x); e < all * band_tile; e += block_threads) {
    const int r = e % band_tile, c = e / band_tile, p = c / columns_per_panel;
    const Index row = Index(K) * band_tile + r, column = Index(blockIdx.y) * all + c;
    to.at[p * SharedPanels<together>::room + c % columns_per_panel * pitch + r] =
        row < n && column < columns ? X[row + n * column] : 0;
  }
}

/// A diagonal tile with its lower triangle mirrored.
__device__ inline void mirror(SharedTile& tile) {
  for (int e = int(threadIdx.x); e < tile_area; e += block_threads) {
    const int r = e % band_tile, c = e / band_tile;
    if (r < c) tile.at[c * pitch + r] = tile.at[r * pitch + c];
  }
}

template <int together>
__global__ void __launch_bounds__(block_threads, 4)
    product_kernel(ConstBandView H, const int* reach, const double* X, double* Y, Index columns) {
  __shared__ ProductStore<together> store;
  const int I = int(blockIdx.x), last = reach[I];
  const auto copy = [&](int K, int place) {
    const int row = K > I ? K : I, column = K > I ? I : K;
    copy_tile_ahead(store.tile[place], H.values + H.row_base[row] + column * tile_area);
    end_batch();
  };
  const auto next = [&](int K) {
    do ++K;
    while (K <= last && K > I && H.first_stored[K] > I * band_tile);
    return K;
  };
  PanelSums<together> sums = {};
  int K = H.first_stored[I] / band_tile;
  copy(K, 0);
  for (int place = 0; K <= last; place ^= 1) {
    const int after = next(K);
    load_rows(X, H.order, columns, K, store.X);
    if (after <= last) {
      copy(after, place ^ 1);
      wait_for_copies<1>();
    } else {
      wait_for_copies<0>();
    }
    __syncthreads();
    if (K == I) {
      mirror(store.tile[place]);
      __syncthreads();
    }
    if (K > I)
      add_slice<true, false>(sums, store.tile[place], store.X);
    else
      add_slice<false, false>(sums, store.tile[place], store.X);
    __syncthreads();  // the next copies overwrite these
    K = after;
  }
  add_slices(sums, store.X);
  constexpr int all = together * columns_per_panel;
  for (int e = int(threadIdx.x); e < all * band_tile; e += block_threads) {
    const int r = e % band_tile, c = e / band_tile, p = c / columns_per_panel;
    const Index row = Index(I) * band_tile + r, column = Index(blockIdx.y) * all + c;
    if (row < H.order && column < columns) {
      Y[row + H.order * column] =
          store.X.at[p * SharedPanels<together>::room + c % columns_per_panel * pitch + r];
    }
  }
}

ES_END
