#pragma once

#include "kernels/band/panels.h"
#include "kernels/gpu/band/tile_product.h"

ES_BEGIN

/// Products of a tile with a few panels of eight columns. There are too few elements in the result
/// for four warps, so each warp sums over its own quarter of the columns of every tile; in the end
/// the four sums are added in the order of the warps.

constexpr int max_together = 4;  // panels that share a tile of the matrix
constexpr int slice = band_tile / warps;

/// Blocks of 32 rows of some panels in shared memory, by columns at the distance `pitch`, or by
/// rows at the distance `row_pitch`, which is as free of bank conflicts.
constexpr int row_pitch = columns_per_panel + 4;
template <int together>
struct alignas(16) SharedPanels {
  static constexpr int room = row_pitch * band_tile;  // of one panel, in either order
  static_assert(room >= pitch * columns_per_panel);
  double at[together * room];
};

template <int together>
struct PanelSums {
  Fragment of[together][2];
};

/// sums += op(tile) X over the slice of this warp, op the transpose where `transposed`.
template <bool transposed, bool by_rows, int together>
__device__ void add_slice(PanelSums<together>& sums, const SharedTile& tile,
                          const SharedPanels<together>& X) {
  constexpr int row = transposed ? pitch : 1, column = transposed ? 1 : pitch;
  constexpr int x_row = by_rows ? row_pitch : 1, x_column = by_rows ? 1 : pitch;
  const int k = warp() * slice;
#pragma unroll
  for (int p = 0; p < together; ++p) {
    for (int h = 0; h < 2; ++h) {
      multiply_add<row, column, x_row, x_column>(
          sums.of[p][h], tile.at + 16 * h * row + k * column,
          X.at + p * SharedPanels<together>::room + k * x_row, slice);
    }
  }
}

/// total = the sum over the warps, by columns. The block may read it on return.
template <int together>
__device__ void add_slices(const PanelSums<together>& sums, SharedPanels<together>& total) {
  for (int w = 0; w < warps; ++w) {
    if (warp() == w) {
      for (int p = 0; p < together; ++p) {
        for (int h = 0; h < 2; ++h) {
          for (int e = 0; e < 4; ++e) {
            double& at = total.at[p * SharedPanels<together>::room + Fragment::column(e) * pitch +
                                  16 * h + Fragment::row(e)];
            at = w == 0 ? sums.of[p][h].of[e] : at + sums.of[p][h].of[e];
          }
        }
      }
    }
    __syncthreads();
  }
}

ES_END
