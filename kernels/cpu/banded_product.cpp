#include <algorithm>

#include "kernels/banded.h"
#include "kernels/cpu/tile_kernels.h"
#include "kernels/threads.h"

ES_BEGIN

namespace {

constexpr Index tile_area = Index(band_tile) * band_tile;
constexpr double worth_a_team = 4e6;  // flops
constexpr Index together = 6;         // columns of X per pass

void transpose(const double* A, double* out) {
  for (int j = 0; j < band_tile; ++j) {
    for (int i = 0; i < band_tile; ++i) out[j + band_tile * i] = A[i + band_tile * j];
  }
}

/// The diagonal tile with its upper triangle filled in.
void mirror(const double* A, double* out) {
  for (int j = 0; j < band_tile; ++j) {
    for (int i = j; i < band_tile; ++i) {
      out[i + band_tile * j] = out[j + band_tile * i] = A[i + band_tile * j];
    }
  }
}

/// Minus rows I of H X for at most `together` columns, X padded to whole tiles with ldx:
/// out -= A_IK X_K for K < I, out -= A_II X_I, out -= A_KI^T X_K for K > I, in this order.
void subtract_rows(const TileProfile& profile, const double* values, int I, const double* X,
                   Index columns, Index ldx, double* out) {
  const std::size_t row = std::size_t(I);
  const int first = profile.first[row];
  const double* panel = values + profile.start[row] * tile_area;
  tile_kernels::subtract_product(panel, Index(I - first) * band_tile,
                                 {X + first * band_tile, 1, ldx}, out, columns, band_tile);
  alignas(64) double whole[tile_area];
  mirror(panel + (I - first) * tile_area, whole);
  tile_kernels::subtract_product(whole, band_tile, {X + I * band_tile, 1, ldx}, out, columns,
                                 band_tile);
  for (int K = I + 1; K <= profile.reach[row]; ++K) {
    const int first_of_k = profile.first[std::size_t(K)];
    if (first_of_k > I) continue;
    const double* tile = values + (profile.start[std::size_t(K)] + I - first_of_k) * tile_area;
    if (columns == 1) {
      tile_kernels::subtract_transposed_product(tile, band_tile, X + K * band_tile, out);
    } else {
      transpose(tile, whole);
      tile_kernels::subtract_product(whole, band_tile, {X + K * band_tile, 1, ldx}, out, columns,
                                     band_tile);
    }
  }
}

}  // namespace

void symbgmm(const BandedMatrix& H, Span<const double> X, Span<double> Y, Index columns) {
  const TileProfile& profile = H.profile();
  const Index n = H.order(), padded = Index(profile.rows()) * band_tile;
  const int team = H.solve_flops() * double(columns) > worth_a_team ? threads() : 1;
  if (n == 0) return;
  thread_local std::vector<double> x;  // padded to whole tiles
  x.assign(std::size_t(padded * std::min(together, columns)), 0.0);
  for (Index c = 0; c < columns; c += together) {
    const Index now = std::min(together, columns - c);
    for (Index j = 0; j < now; ++j) std::copy_n(X.data + (c + j) * n, n, x.data() + j * padded);
    const double* in = x.data();
#pragma omp parallel for schedule(dynamic) num_threads(team) if (team > 1)
    for (int I = 0; I < profile.rows(); ++I) {
      alignas(64) double out[together * band_tile] = {};
      subtract_rows(profile, H.values().data, I, in, now, padded, out);
      const Index rows = std::min<Index>(band_tile, n - Index(I) * band_tile);
      for (Index j = 0; j < now; ++j) {
        double* y = Y.data + (c + j) * n + I * band_tile;
        for (Index r = 0; r < rows; ++r) y[r] = -out[j * band_tile + r];
      }
    }
  }
}

ES_END
