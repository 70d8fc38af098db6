#include "kernels/banded.h"
#include "kernels/gpu/check.h"

ES_BEGIN

namespace {

constexpr int tile_area = band_tile * band_tile;
constexpr int groups = 8;  // of threads per block: each takes every eighth tile of its row

/// One block of band_tile x groups threads gathers band_tile rows of one column of Y = H X. The
/// groups' sums are added in a fixed order.
__global__ void product_kernel(ConstBandView H, const int* reach, const double* X, double* Y) {
  __shared__ double part[groups][band_tile];
  const int I = blockIdx.x, r = threadIdx.x, group = threadIdx.y;
  const Index n = H.order, i = Index(I) * band_tile + r;
  const double* x = X + Index(blockIdx.y) * n;
  double sum = 0;
  const int first = H.first_stored[I] / band_tile;
  for (int K = first + group; K <= reach[I]; K += groups) {
    const Index k0 = Index(K) * band_tile;
    if (K > I && H.first_stored[K] > I * band_tile) continue;  // not stored
    const double* tile = K <= I ? H.values + H.row_base[I] + Index(tile_area) * K
                                : H.values + H.row_base[K] + Index(tile_area) * I;
    for (int q = 0; q < band_tile && k0 + q < n; ++q) {
      const bool below = K < I || (K == I && q <= r);  // is H(i, k0 + q) in the lower triangle?
      sum += (below ? tile[r + band_tile * q] : tile[q + band_tile * r]) * x[k0 + q];
    }
  }
  part[group][r] = sum;
  __syncthreads();
  if (group > 0 || i >= n) return;
  for (int g = 1; g < groups; ++g) sum += part[g][r];
  Y[Index(blockIdx.y) * n + i] = sum;
}

}  // namespace

void symbgmm(const BandedMatrix& H, Span<const double> X, Span<double> Y, Index columns) {
  const int rows = H.profile().rows();
  if (rows == 0 || columns == 0) return;
  product_kernel<<<dim3(unsigned(rows), unsigned(columns)), dim3(band_tile, groups)>>>(
      H.view(), H.reach().data, X.data, Y.data);
  check(cudaGetLastError(), "multiplying by a banded matrix");
}

ES_END
