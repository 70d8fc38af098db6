#pragma once

#include "kernels/gpu/band/panel_product.h"

ES_BEGIN

/// Substitutions with the factors of several subdomains by one kernel. A row of tiles for some
/// panels of right-hand sides is one task of one block, which adds products as the rows that it
/// needs are announced by flags: even one right-hand side uses as many multiprocessors as a band
/// has tiles.

/// A factor on the device, and the right-hand sides of a sweep.
struct DeviceSweep {
  const double* values;
  const double* inverses;
  const int* first_stored;
  const Index* row_base;
  const int* reach;
  int eliminated;          ///< rows of tiles
  int begin, end, lowest;  ///< see Sweep; the lowest row that the sweep changes
  double* X;
  Index rows;  ///< of tiles, of a panel
  Watch watch;

  __device__ int first(int I) const { return first_stored[I] / band_tile; }
  __device__ const double* tile(int I, int J) const { return values + row_base[I] + J * tile_area; }
  __device__ const double* inverse(int I) const { return inverses + I * tile_area; }
};

/// Panels of one sweep that go together.
struct SweepLane {
  int sweep, first, count;
  int start;   ///< row of tiles before which all of them are zero
  Index done;  ///< place of the flags of its rows
};

template <int together>
struct SweepStore {
  SharedTile tile[2];
  SharedPanels<together> X, sum;
  int ticket, known;
};

/// What row I of a substitution needs: X_K for K = from, from + step, ... before `end`.
struct Sources {
  int from, end, step;
  __device__ int count() const { return (end - from) * step > 0 ? (end - from) * step : 0; }
};

template <bool backward, int together, int width>
struct SweepRow {
  static constexpr bool by_rows = backward && width > 1;
  const DeviceSweep& f;
  const SweepLane& lane;
  SweepStore<together>& store;
  int* done;  // per row of tiles
  int I;

  __device__ double* block(int p, int K) const {
    return f.X + ((lane.first + p) * f.rows + K) * band_tile * width;
  }
  __device__ Sources sources() const {
    if (backward) {
      const int last = f.reach[I] < f.end - 1 ? f.reach[I] : f.end - 1;
      return {last, (I + 1 > f.begin ? I + 1 : f.begin) - 1, -1};
    }
    const int first = f.first(I) > lane.start ? f.first(I) : lane.start;
    return {first, I < f.eliminated ? I : f.eliminated, 1};
  }
  __device__ bool stored(int K) const { return !backward || f.first(K) <= I; }
  /// Is X_K final?
  __device__ bool ready(int K) const {
    return K < f.begin || K >= f.eliminated || !stored(K) || is_raised(done + K);
  }
  __device__ bool solved() const { return I >= f.begin && I < f.eliminated; }

  __device__ void copy_tile(const double* from, int place) const {
    copy_tile_ahead(store.tile[place], from);
    end_batch();
  }
  __device__ void copy_panels(int K) const {
    constexpr int block_size = band_tile * width, along = by_rows ? width : band_tile;
    constexpr int distance = by_rows ? row_pitch : pitch;
    for (int e = 2 * int(threadIdx.x); e < lane.count * block_size; e += 2 * block_threads) {
      const int p = e / block_size, q = e % block_size;
      copy_ahead(&store.X.at[p * SharedPanels<together>::room + q / along * distance + q % along],
                 block(p, K) + q);
    }
    end_batch();
  }
  /// Element (r, c) of the block of row I of this lane's panels: in memory, and in store.sum.
  template <class Each>
  __device__ void each_element(Each each) const {
    for (int e = int(threadIdx.x); e < lane.count * band_tile * width; e += block_threads) {
      const int p = e / (band_tile * width), q = e % (band_tile * width);
      const int r = by_rows ? q / width : q % band_tile, c = by_rows ? q % width : q / band_tile;
      each(block(p, I)[q], store.sum.at[p * SharedPanels<together>::room + c * pitch + r]);
    }
  }

  /// The tile between rows I and K, or after the last the inverse; null where there is none.
  __device__ const double* tile_of(Sources s, int K) const {
    if (K != s.end) return backward ? f.tile(K, I) : f.tile(I, K);
    return solved() ? f.inverse(I) : nullptr;
  }
  __device__ int next(Sources s, int K) const {
    do K += s.step;
    while (K != s.end && !stored(K));
    return K;
  }

  /// sums = sum of the products with the sources. The inverse is on its way to store.tile[return];
  /// -1: the block must end.
  __device__ int add_sources(Sources s, PanelSums<together>& sums) const {
    int K = s.count() > 0 ? s.from : s.end, place = 0;
    if (K != s.end && !stored(K)) K = next(s, K);
    int known = s.count() > 0 ? s.from : s.end;  // sources before it are final
    if (const double* tile = tile_of(s, K); tile != nullptr) copy_tile(tile, 0);
    while (K != s.end) {
      if ((K - known) * s.step >= 0) {
        const int count = wait_until(
            f.watch, [&](int k) { return ready(K + s.step * k); },
            [&] {
              return TilePlace{K, -1};
            },
            (s.end - K) * s.step, store.known);
        if (count == 0) return -1;
        known = K + s.step * count;
      }
      const int after = next(s, K);
      const double* tile = tile_of(s, after);
      copy_panels(K);
      if (tile != nullptr) {
        copy_tile(tile, place ^ 1);
        wait_for_copies<1>();
      } else {
        wait_for_copies<0>();
      }
      __syncthreads();
      add_slice<backward, by_rows>(sums, store.tile[place], store.X);
      __syncthreads();  // the next copies overwrite this tile and these panels
      K = after, place ^= 1;
    }
    return place;
  }

  /// False: the block must end.
  [[nodiscard]] __device__ bool run() const {
    PanelSums<together> sums = {};
    const int place = add_sources(sources(), sums);
    if (place < 0) return false;
    add_slices(sums, store.sum);
    each_element([&](double& x, double& sum) {
      sum = x - sum;
      if (!solved()) x = sum;
    });
    if (!solved()) return true;
    wait_for_copies<0>();
    __syncthreads();
    PanelSums<together> result = {};
    add_slice<backward, false>(result, store.tile[place], store.sum);
    __syncthreads();
    add_slices(result, store.sum);
    each_element([](double& x, double& sum) { x = sum; });
    publish(done + I, 0);
    return true;
  }
};

constexpr KernelName sweep_name{"sweep_kernel", "solving with a banded factor"};

/// Take tasks until none is left: number t is step t / lanes of lane t % lanes. The flags are zero
/// before; the first is the ticket, and `done` of a lane counts from it.
template <bool backward, int together, int width>
__global__ void __launch_bounds__(block_threads, 4)
    sweep_kernel(const DeviceSweep* sweeps, const SweepLane* lanes, int lane_count, int count,
                 int* flags) {
  __shared__ SweepStore<together> store;
  // Columns that are not there take part in the products; they must be finite.
  for (int e = int(threadIdx.x); e < together * SharedPanels<together>::room; e += block_threads)
    store.X.at[e] = store.sum.at[e] = 0;
  for (;;) {
    const int t = take_ticket(flags, store.ticket);
    if (t >= count) return;
    const SweepLane& lane = lanes[t % lane_count];
    const DeviceSweep& f = sweeps[lane.sweep];
    const int step = t / lane_count, I = backward ? f.end - 1 - step : f.begin + step;
    const bool changes =
        backward ? I >= f.lowest && I < f.eliminated : I >= lane.start && I < f.end;
    if (!changes) continue;
    if (!SweepRow<backward, together, width>{f, lane, store, flags + lane.done, I}.run()) break;
  }
  wait_for_copies<0>();
}

ES_END
