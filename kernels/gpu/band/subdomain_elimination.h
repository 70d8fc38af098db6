#pragma once

#include "kernels/band/constants.h"
#include "kernels/gpu/band/tile_factor.h"

ES_BEGIN

/// The elimination of all tiles of several subdomains by one kernel that stays on the device.
///
/// Left-looking: tile (I, J) of L is (A_IJ - sum_{K<J} L_IK L_JK^T) L_JJ^{-T}. A tile is one task
/// of one block, which adds products as the tiles that it needs are announced by flags. The
/// diagonal tile I and its neighbour (I, I-1) are one task: they follow each other on the chain of
/// dependencies that decides how long a narrow band takes, so nothing is announced between them.

/// The tiles of a subdomain on the device.
struct DeviceSubdomain {
  double* values;
  double* inverses;
  const int* first_stored;
  const Index* row_base;
  int* done;    ///< a flag per stored tile
  int* failed;  ///< see Pivots
  Index order;
  int eliminated;  ///< rows of tiles
  int begin;       ///< rows of tiles that were done before
  Watch watch;

  __device__ int first(int I) const { return first_stored[I] / band_tile; }
  __device__ double* tile(int I, int J) const { return values + row_base[I] + J * tile_area; }
  __device__ double* inverse(int I) const { return inverses + I * tile_area; }
  __device__ int* flag(int I, int J) const { return done + row_base[I] / tile_area + J; }
  /// Is tile (I, J) final, or zero because it is not stored?
  __device__ bool ready(int I, int J) const {
    return I < begin || J < first(I) || is_raised(flag(I, J));
  }
};

/// Tile (row, column) of a subdomain, and where they are equal its left neighbour, too.
struct TileTask {
  int subdomain, row, column;
};

/// What a block keeps in shared memory.
struct EliminationStore {
  SharedTile left[2], right[2], target;
  double least[band_tile];
  int ticket, known;
};

/// product += sum of L_IK L_JK^T over K from `from` up to J or what is eliminated; where `diagonal`
/// also square += L_IK L_IK^T, and K starts at the first tile of row I. False: the block must end.
template <bool diagonal>
[[nodiscard]] __device__ bool add_products(const DeviceSubdomain& f, int I, int J, int from,
                                           EliminationStore& store, TileSums& product,
                                           TileSums& square) {
  const int end = J < f.eliminated ? J : f.eliminated;
  const auto copy = [&](int K, int place) {
    copy_tile_ahead(store.left[place], f.tile(I, K));
    if (K >= from) copy_tile_ahead(store.right[place], f.tile(J, K));
    end_batch();
  };
  for (int K = diagonal ? f.first(I) : from; K < end;) {
    const int count = wait_until(
        f.watch, [&](int k) { return f.ready(I, K + k) && f.ready(J, K + k); },
        [&] {
          return TilePlace{f.ready(I, K) ? J : I, K};
        },
        end - K, store.known);
    if (count == 0) return false;
    const int known = K + count;
    copy(K, 0);
    for (int place = 0; K < known; ++K, place ^= 1) {
      if (K + 1 < known) {
        copy(K + 1, place ^ 1);
        wait_for_copies<1>();
      } else {
        wait_for_copies<0>();
      }
      __syncthreads();
      if (K >= from) add_product(product, store.left[place], store.right[place]);
      if (diagonal) add_product(square, store.left[place], store.left[place]);
      __syncthreads();  // the next copy overwrites these tiles
    }
  }
  return true;
}

/// product = A_IJ - product, where J is eliminated times L_JJ^{-T}; to memory, and to `result`.
/// False: the block must end.
/// @pre the copy of A_IJ to store.target has been asked for
[[nodiscard]] __device__ inline bool finish_tile(const DeviceSubdomain& f, int I, int J,
                                                 EliminationStore& store, TileSums& product,
                                                 SharedTile& result) {
  const bool solved = J < f.eliminated;
  if (solved) {
    if (wait_until(
            f.watch, [&](int) { return f.ready(J, J); },
            [&] {
              return TilePlace{J, J};
            },
            1, store.known) == 0)
      return false;
    copy_tile_ahead(store.left[0], f.inverse(J));
    end_batch();
  }
  wait_for_copies<0>();
  __syncthreads();
  for (int h = 0; h < 2; ++h) {
    for (int e = 0; e < 4; ++e) {
      double& at = store.target.at[TileSums::column(h, e) * pitch + TileSums::row(e)];
      at -= product.half[h].of[e];
      product.half[h].of[e] = solved ? 0 : at;
    }
  }
  __syncthreads();
  if (solved) add_product(product, store.target, store.left[0]);
  double* out = f.tile(I, J);
  for (int h = 0; h < 2; ++h) {
    for (int e = 0; e < 4; ++e) {
      const int r = TileSums::row(e), c = TileSums::column(h, e);
      result.at[c * pitch + r] = out[c * band_tile + r] = product.half[h].of[e];
    }
  }
  return true;
}

[[nodiscard]] __device__ inline bool eliminate_tile(const DeviceSubdomain& f, int I, int J,
                                                    EliminationStore& store) {
  TileSums product = {}, none;
  copy_tile_ahead(store.target, f.tile(I, J));
  end_batch();
  const int from = f.first(I) > f.first(J) ? f.first(I) : f.first(J);
  if (!add_products<false>(f, I, J, from, store, product, none)) return false;
  if (!finish_tile(f, I, J, store, product, store.right[0])) return false;
  publish(f.flag(I, J), 0);
  return true;
}

/// The diagonal tile as the matrix has it, with ones where the last tile of a subdomain is padded,
/// and what its pivots must exceed.
__device__ inline TileSums load_diagonal(const DeviceSubdomain& f, int I, EliminationStore& store) {
  TileSums own;
  for (int h = 0; h < 2; ++h) {
    for (int e = 0; e < 4; ++e) {
      const int r = TileSums::row(e), c = TileSums::column(h, e);
      const bool padding = r == c && Index(I) * band_tile + r >= f.order && I < f.eliminated;
      const double value = padding ? 1 : f.tile(I, I)[c * band_tile + r];
      own.half[h].of[e] = value;
      if (r == c) store.least[r] = lost_pivot * value;
    }
  }
  return own;
}

/// L_II and its inverse, from D in store.target. Others need only the inverse: it goes first.
__device__ inline void finish_diagonal(const DeviceSubdomain& f, int I, EliminationStore& store) {
  factor_tile(store.target, store.left[1], store.right[1], {store.least, f.failed, I * band_tile});
  for (int e = int(threadIdx.x); e < tile_area; e += block_threads)
    f.inverse(I)[e] = store.left[1].at[e / band_tile * pitch + e % band_tile];
  publish(f.flag(I, I), 0);
  for (int e = int(threadIdx.x); e < tile_area; e += block_threads)
    f.tile(I, I)[e] = store.target.at[e / band_tile * pitch + e % band_tile];
}

[[nodiscard]] __device__ inline bool eliminate_diagonal(const DeviceSubdomain& f, int I,
                                                        EliminationStore& store) {
  TileSums own = load_diagonal(f, I, store), product = {}, square = {};
  const int J = I - 1;
  if (f.first(I) < I) {
    copy_tile_ahead(store.target, f.tile(I, J));
    end_batch();
    const int from = f.first(I) > f.first(J) ? f.first(I) : f.first(J);
    if (!add_products<true>(f, I, J, from, store, product, square)) return false;
    if (!finish_tile(f, I, J, store, product, store.right[0])) return false;
    if (J < f.eliminated) {
      publish(f.flag(I, J), block_threads - 1);  // the first warp goes on meanwhile
      add_product(square, store.right[0], store.right[0]);
    }
  }
  __syncthreads();
  double* out = f.tile(I, I);
  for (int h = 0; h < 2; ++h) {
    for (int e = 0; e < 4; ++e) {
      const int r = TileSums::row(e), c = TileSums::column(h, e);
      const double value = own.half[h].of[e] - square.half[h].of[e];
      store.target.at[c * pitch + r] = value;
      if (I >= f.eliminated) out[c * band_tile + r] = value;
    }
  }
  if (I < f.eliminated) finish_diagonal(f, I, store);
  return true;
}

constexpr KernelName eliminate_name{"eliminate_kernel", "factoring a banded matrix"};

/// Take tasks until none is left. Flags, *ticket and the subdomains' `failed` are zero before.
/// @param tasks  column by column of tiles, the diagonal first: each needs only earlier ones
static __global__ void __launch_bounds__(block_threads, 4)
    eliminate_kernel(const DeviceSubdomain* subdomains, const TileTask* tasks, int count,
                     int* ticket) {
  __shared__ EliminationStore store;
  for (;;) {
    const int t = take_ticket(ticket, store.ticket);
    if (t >= count) return;
    const TileTask task = tasks[t];
    const DeviceSubdomain& subdomain = subdomains[task.subdomain];
    const bool done = task.row == task.column
                          ? eliminate_diagonal(subdomain, task.row, store)
                          : eliminate_tile(subdomain, task.row, task.column, store);
    if (!done) break;
  }
  wait_for_copies<0>();
}

ES_END
