#include "kernels/block_cholesky.h"

#include "kernels/gpu/check.h"

ES_BEGIN

namespace {

constexpr int tile_area = band_tile * band_tile;
constexpr int groups = 8;  // threads per row of a tile
constexpr int per_thread = band_tile / groups;
constexpr int pitch = band_tile + 1;  // of tiles in shared memory: no two lanes share a bank

using Tile = double[band_tile][pitch];  // tile[column][row]

/// The tiles of a factor on the device.
struct Tiles {
  double* values;
  double* inverses;
  const int* first_stored;
  const Index* row_base;
  int rows;
  Index order;

  __device__ int first(int I) const { return first_stored[I] / band_tile; }
  __device__ double* tile(int I, int J) const {
    return values + row_base[I] + Index(J) * tile_area;
  }
};

/// All threads of a block (band_tile x groups) copy a tile into shared memory.
__device__ void load_tile(const double* from, Tile& to) {
  for (int m = 0; m < per_thread; ++m) {
    const int c = threadIdx.y + groups * m;
    to[c][threadIdx.x] = from[threadIdx.x + band_tile * c];
  }
}

/// A_IJ <- A_IJ - sum_{K<J} L_IK L_JK^T for one column J of tiles; one block per tile row I >= J.
/// The diagonal before the update goes to `diagonal`, to judge the pivots by.
__global__ void update_column(Tiles f, int J, double* diagonal) {
  __shared__ Tile a, b;
  const int I = J + blockIdx.x, r = threadIdx.x;
  if (f.first(I) > J) return;
  double* target = f.tile(I, J);
  if (I == J && threadIdx.y == 0) {
    double* element = target + r * (band_tile + 1);
    if (Index(J) * band_tile + r >= f.order) *element = 1;  // padding
    diagonal[r] = *element;
  }
  double sum[per_thread] = {};
  for (int K = f.first(I) > f.first(J) ? f.first(I) : f.first(J); K < J; ++K) {
    __syncthreads();  // the tiles of the round before have been used
    load_tile(f.tile(I, K), a);
    load_tile(f.tile(J, K), b);
    __syncthreads();
    for (int q = 0; q < band_tile; ++q) {
      for (int m = 0; m < per_thread; ++m)
        sum[m] = fma(a[q][r], b[q][threadIdx.y + groups * m], sum[m]);
    }
  }
  __syncthreads();  // the padding above is written by other threads than those that update it here
  for (int m = 0; m < per_thread; ++m) target[r + band_tile * (threadIdx.y + groups * m)] -= sum[m];
}

/// Cholesky factor of the tile in `a` with the identity in `b` below it, by all threads of the
/// block: on return `b` holds L^{-T}. A pivot that is lost is replaced by one, and its column kept
/// in *failed.
__device__ void factor_shared(Tile& a, Tile& b, const double* diagonal, int first_column,
                              int* failed) {
  constexpr double lost = 1024 * 2.220446049250313e-16;
  const int r = threadIdx.x;
  for (int j = 0; j < band_tile; ++j) {
    __syncthreads();  // column j has received the updates of all columns before it
    const double pivot = a[j][j];
    const bool good = pivot > lost * diagonal[j] && isfinite(pivot);
    const double scale = good ? 1 / sqrt(pivot) : 1;
    __syncthreads();  // every thread has read the pivot
    if (threadIdx.y == 0) {
      a[j][r] = r < j ? 0 : a[j][r] * scale;
      b[j][r] *= scale;
      if (!good && r == 0) atomicMin(failed, first_column + j);
    }
    __syncthreads();  // column j is done
    for (int k = j + 1 + threadIdx.y; k < band_tile; k += groups) {
      const double factor = a[j][k];
      a[k][r] = fma(-factor, a[j][r], a[k][r]);
      b[k][r] = fma(-factor, b[j][r], b[k][r]);
    }
  }
  __syncthreads();
}

/// Finish column J of tiles: L_IJ = A_IJ L_JJ^{-T}, one block per tile row I > J, and one for the
/// diagonal. Every block factors the diagonal tile for itself: this costs no time, for they would
/// wait for it, and saves a launch. The diagonal tile itself keeps the updated A_JJ (only its
/// inverse is used from here on), so that no block writes what another one reads.
__global__ void finish_column(Tiles f, int J, const double* diagonal, int* failed) {
  __shared__ Tile a, b;
  const int I = J + blockIdx.x, r = threadIdx.x;
  if (f.first(I) > J) return;
  load_tile(f.tile(J, J), a);
  for (int m = 0; m < per_thread; ++m) {
    const int c = threadIdx.y + groups * m;
    b[c][r] = c == r ? 1 : 0;
  }
  factor_shared(a, b, diagonal, J * band_tile, failed);
  if (I == J) {
    for (int m = 0; m < per_thread; ++m) {
      const int c = threadIdx.y + groups * m;
      f.inverses[Index(J) * tile_area + r + band_tile * c] = b[r][c];  // b holds the transpose
    }
    return;
  }
  load_tile(f.tile(I, J), a);  // factor_shared ended with a barrier: `a` is free
  __syncthreads();
  double* target = f.tile(I, J);
  for (int m = 0; m < per_thread; ++m) {
    const int c = threadIdx.y + groups * m;
    double sum = 0;
    for (int q = 0; q <= c; ++q) sum = fma(a[q][r], b[c][q], sum);  // L^{-T}(q, c), zero for q > c
    target[r + band_tile * c] = sum;
  }
}

/// sum <- sum - tile x, or - tile^T x, for the element (r, column) that this thread owns.
__device__ double subtract(const Tile& tile, const Tile& x, bool transposed, double sum) {
  const int r = threadIdx.x, column = threadIdx.y;
  for (int q = 0; q < band_tile; ++q) {
    sum = fma(-(transposed ? tile[r][q] : tile[q][r]), x[column][q], sum);
  }
  return sum;
}

/// Element (r, column) of tile row I of this block's columns of X; zero outside.
__device__ double* element(const Tiles& f, double* X, Index columns, int I) {
  const Index row = Index(I) * band_tile + threadIdx.x;
  const Index column = Index(blockIdx.x) * groups + threadIdx.y;
  return row < f.order && column < columns ? X + row + f.order * column : nullptr;
}

/// One step of a substitution: X_I <- op(L_II^{-1}) (X_I - sum of the tiles given), where `rest` is
/// this thread's element of the bracket.
__device__ void finish_row(const Tiles& f, int I, bool transposed, double rest, double* out,
                           Tile& tile, Tile& x) {
  __syncthreads();  // tile and x have been used
  load_tile(f.inverses + Index(I) * tile_area, tile);
  x[threadIdx.y][threadIdx.x] = rest;
  __syncthreads();
  const double result = -subtract(tile, x, transposed, 0);
  if (out != nullptr) *out = result;
  __syncthreads();  // later rows read what was written here
}

/// Forward substitution of `groups` columns per block: X_I = L_II^{-1} (B_I - sum_K L_IK X_K).
__global__ void forward_kernel(Tiles f, double* X, Index columns, const int* first_row) {
  __shared__ Tile tile, x;
  int start = first_row == nullptr ? 0 : f.rows;
  for (int c = 0; first_row != nullptr && c < groups; ++c) {
    const Index column = Index(blockIdx.x) * groups + c;
    if (column < columns && first_row[column] / band_tile < start)
      start = first_row[column] / band_tile;
  }
  for (int I = start; I < f.rows; ++I) {
    double* out = element(f, X, columns, I);
    double rest = out == nullptr ? 0 : *out;
    for (int K = f.first(I) > start ? f.first(I) : start; K < I; ++K) {
      const double* known = element(f, X, columns, K);
      __syncthreads();  // tile and x have been used
      load_tile(f.tile(I, K), tile);
      x[threadIdx.y][threadIdx.x] = known == nullptr ? 0 : *known;
      __syncthreads();
      rest = subtract(tile, x, false, rest);
    }
    finish_row(f, I, false, rest, out, tile, x);
  }
}

/// Backward substitution: X_I = L_II^{-T} (Y_I - sum_{K>I} L_KI^T X_K).
__global__ void backward_kernel(Tiles f, const int* reach, double* X, Index columns) {
  __shared__ Tile tile, x;
  for (int I = f.rows - 1; I >= 0; --I) {
    double* out = element(f, X, columns, I);
    double rest = out == nullptr ? 0 : *out;
    for (int K = I + 1; K <= reach[I]; ++K) {
      if (f.first(K) > I) continue;  // the same for all threads of the block
      const double* known = element(f, X, columns, K);
      __syncthreads();
      load_tile(f.tile(K, I), tile);
      x[threadIdx.y][threadIdx.x] = known == nullptr ? 0 : *known;
      __syncthreads();
      rest = subtract(tile, x, true, rest);
    }
    finish_row(f, I, true, rest, out, tile, x);
  }
}

Tiles tiles_of(const BandedMatrix& L, const DeviceVector<double>& inverses) {
  const ConstBandView view = L.view();
  return {const_cast<double*>(view.values),
          const_cast<double*>(inverses.span().data),
          view.first_stored,
          view.row_base,
          L.profile().rows(),
          view.order};
}

unsigned blocks_for(Index columns) { return unsigned((columns + groups - 1) / groups); }

}  // namespace

Index BlockCholesky::factor() {
  constexpr int none = 0x7f7f7f7f;  // what a memset can write
  const int rows = L_.profile().rows();
  if (rows == 0) return -1;
  inverses_.resize(Index(rows) * tile_area);
  diagonal_.resize(band_tile), failed_.resize(1);
  check(cudaMemsetAsync(failed_.span().data, 0x7f, sizeof(int)), "starting a factorisation");
  const Tiles f = tiles_of(L_, inverses_);
  const dim3 threads(band_tile, groups);
  for (int J = 0; J < rows; ++J) {
    const unsigned below = unsigned(L_.profile().reach[std::size_t(J)] - J + 1);
    update_column<<<below, threads>>>(f, J, diagonal_.span().data);
    finish_column<<<below, threads>>>(f, J, diagonal_.span().data, failed_.span().data);
  }
  check(cudaGetLastError(), "factoring a banded matrix");
  int failed = none;
  memory::copy_out(&failed, failed_.span().data, sizeof failed);
  return failed == none ? -1 : failed;
}

void BlockCholesky::forward(Span<double> X, Index columns, Span<const int> first_row) const {
  if (L_.order() == 0 || columns == 0) return;
  forward_kernel<<<blocks_for(columns), dim3(band_tile, groups)>>>(
      tiles_of(L_, inverses_), X.data, columns, first_row.size > 0 ? first_row.data : nullptr);
  check(cudaGetLastError(), "solving forward with a banded factor");
}

void BlockCholesky::backward(Span<double> X, Index columns) const {
  if (L_.order() == 0 || columns == 0) return;
  backward_kernel<<<blocks_for(columns), dim3(band_tile, groups)>>>(
      tiles_of(L_, inverses_), L_.reach().data, X.data, columns);
  check(cudaGetLastError(), "solving backward with a banded factor");
}

ES_END
