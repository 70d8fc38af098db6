#include "kernels/block_cholesky.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>

#include "kernels/cpu/blas.h"
#include "kernels/cpu/tile_kernels.h"
#include "kernels/threads.h"

ES_BEGIN

namespace {

constexpr Index tile_area = Index(band_tile) * band_tile;
constexpr double worth_a_team = 8e6;  // flops below which waking threads costs more than it gains

int team_for(double flops) { return flops < worth_a_team ? 1 : threads(); }

/// The tiles as the loops below see them.
template <class T>
struct Tiles {
  const TileProfile& profile;
  T* values;
  T* inverses;
  Index order;

  int first(int I) const { return profile.first[std::size_t(I)]; }
  T* panel(int I) const { return values + profile.start[std::size_t(I)] * tile_area; }
  T* tile(int I, int J) const { return panel(I) + (J - first(I)) * tile_area; }
  T* inverse(int I) const { return inverses + I * tile_area; }
  Index rows_in(int I) const { return std::min<Index>(band_tile, order - Index(I) * band_tile); }
};
using Factorisation = Tiles<double>;
using Factor = Tiles<const double>;

/// Where the team stands: rows of tiles are finished in ascending order.
struct Progress {
  alignas(64) std::atomic<int> claimed{0};
  alignas(64) std::atomic<int> finished{0};
  std::atomic<Index> failed_column{-1};

  void wait_until_finished(int rows) const {
    for (int spins = 0; finished.load(std::memory_order_acquire) < rows; ++spins) {
      if (spins > 200) std::this_thread::yield();
    }
  }
};

/// A_IJ <- A_IJ - sum_{K<J} L_IK L_JK^T.
void update_tile(const Factorisation& f, int I, int J) {
  const int from = std::max(f.first(I), f.first(J));
  const tile_kernels::Factor B{f.tile(J, from), band_tile, 1};  // the transpose of row J's panel
  tile_kernels::subtract_product(f.tile(I, from), Index(J - from) * band_tile, B, f.tile(I, J),
                                 band_tile, band_tile);
}

/// L_IJ = A_IJ L_JJ^{-T}.
void scale_tile(const Factorisation& f, int I, int J) {
  double result[tile_area];
  tile_kernels::product(f.tile(I, J), band_tile, {f.inverse(J), band_tile, 1}, result, band_tile,
                        band_tile);
  std::copy(result, result + tile_area, f.tile(I, J));
}

/// One row of tiles, as far as the rows above it allow; they finish in ascending order, so the
/// column that fails is the first one whatever the team.
void factor_row(const Factorisation& f, int I, Progress& progress) {
  constexpr double lost = 1024 * std::numeric_limits<double>::epsilon();
  double* diagonal = f.tile(I, I);
  for (Index r = f.rows_in(I); r < band_tile; ++r) diagonal[r * (band_tile + 1)] = 1;  // padding
  double least[band_tile];
  for (int r = 0; r < band_tile; ++r) least[r] = lost * diagonal[r * (band_tile + 1)];
  for (int J = f.first(I); J < I; ++J) {
    progress.wait_until_finished(J + 1);
    if (progress.failed_column >= 0) return;
    update_tile(f, I, J);
    scale_tile(f, I, J);
  }
  update_tile(f, I, I);
  progress.wait_until_finished(I);
  if (progress.failed_column >= 0) return;
  const int failed = tile_kernels::factor_tile(diagonal, f.inverse(I), least);
  if (failed >= 0) progress.failed_column = Index(I) * band_tile + failed;
  const int all = f.profile.rows();
  progress.finished.store(failed >= 0 ? all : I + 1, std::memory_order_release);
}

/// Columns that one thread solves together: many enough to use each tile of L often, the more so
/// when L does not fit into a cache, and few enough for several threads. Depends on the problem
/// alone.
Index chunk_of(Index columns, Index bytes) {
  constexpr Index cached = 1 << 20;
  const Index tasks = bytes <= cached ? 16 : 4, even = (columns + tasks - 1) / tasks;
  return std::clamp<Index>((even + 5) / 6 * 6, bytes <= cached ? 6 : 12, 96);
}

/// Forward substitution of a few columns from tile row `start` on: Y_I = L_II^{-1} (B_I - sum L_IK
/// Y_K).
void forward_chunk(const Factor& f, double* X, Index columns, int start) {
  alignas(64) double rest[6 * band_tile], result[6 * band_tile];
  for (int I = start; I < f.profile.rows(); ++I) {
    const int from = std::max(f.first(I), start);
    const Index rows = f.rows_in(I), depth = Index(I - from) * band_tile;
    for (Index c = 0; c < columns; c += 6) {
      const Index now = std::min<Index>(6, columns - c);
      double* x = X + c * f.order;
      std::fill(rest, rest + now * band_tile, 0.0);
      for (Index j = 0; j < now; ++j) {
        std::copy_n(x + j * f.order + I * band_tile, rows, rest + j * band_tile);
      }
      tile_kernels::subtract_product(f.tile(I, from), depth, {x + from * band_tile, 1, f.order},
                                     rest, now, band_tile);
      tile_kernels::product(f.inverse(I), band_tile, {rest, 1, band_tile}, result, now, band_tile);
      for (Index j = 0; j < now; ++j) {
        std::copy_n(result + j * band_tile, rows, x + j * f.order + I * band_tile);
      }
    }
  }
}

/// Backward substitution of one column: x_I = L_II^{-T} y_I, then y_K -= L_IK^T x_I for all K < I.
void backward_one(const Factor& f, double* x) {
  for (int I = f.profile.rows() - 1; I >= 0; --I) {
    const Index rows = f.rows_in(I);
    double y[band_tile] = {}, part[band_tile] = {};
    for (Index r = 0; r < rows; ++r) y[r] = -x[I * band_tile + r];
    tile_kernels::subtract_transposed_product(f.inverse(I), band_tile, y, part);
    std::copy_n(part, rows, x + I * band_tile);
    std::fill(part + rows, part + band_tile, 0.0);
    tile_kernels::subtract_transposed_product(f.panel(I), Index(I - f.first(I)) * band_tile, part,
                                              x + f.first(I) * band_tile);
  }
}

/// The same for a few columns, as products of panels.
void backward_chunk(const Factor& f, double* X, Index columns, double* part) {
  const int ld = int(f.order), k = int(columns);
  for (int I = f.profile.rows() - 1; I >= 0; --I) {
    const int rows = int(f.rows_in(I)), width = (I - f.first(I)) * band_tile;
    double* x = X + I * band_tile;
    for (Index j = 0; j < columns; ++j) {
      std::copy_n(x + j * f.order, rows, part + j * band_tile);
      std::fill(part + j * band_tile + rows, part + (j + 1) * band_tile, 0.0);
    }
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, rows, k, band_tile, 1, f.inverse(I),
                band_tile, part, band_tile, 0, x, ld);
    if (width == 0) continue;
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, width, k, rows, -1, f.panel(I), band_tile,
                x, ld, 1, X + f.first(I) * band_tile, ld);
  }
}

}  // namespace

Index BlockCholesky::factor() {
  const int rows = L_.profile().rows();
  inverses_.resize(rows * tile_area);
  const Factorisation f{L_.profile(), L_.values().data, inverses_.span().data, L_.order()};
  Progress progress;
  const int team = team_for(L_.factor_flops());
#pragma omp parallel num_threads(team) if (team > 1)
  for (int I = progress.claimed++; I < rows; I = progress.claimed++) factor_row(f, I, progress);
  return progress.failed_column;
}

void BlockCholesky::forward(Span<double> X, Index columns, Span<const int> first_row) const {
  const Index n = L_.order(), chunk = chunk_of(columns, L_.bytes()),
              chunks = (columns + chunk - 1) / chunk;
  if (n == 0) return;
  const Factor f{L_.profile(), L_.values().data, inverses_.span().data, n};
  const int team = chunks > 1 ? team_for(0.5 * L_.solve_flops() * double(columns)) : 1;
#pragma omp parallel for schedule(dynamic) num_threads(team) if (team > 1)
  for (Index part = 0; part < chunks; ++part) {
    const Index c = part * chunk, now = std::min(chunk, columns - c);
    int start = 0;
    if (first_row.size > 0)
      start = *std::min_element(&first_row[c], &first_row[c] + now) / band_tile;
    forward_chunk(f, X.data + c * n, now, start);
  }
}

void BlockCholesky::backward(Span<double> X, Index columns) const {
  const Index n = L_.order(), chunk = columns < 4 ? 1 : chunk_of(columns, L_.bytes());
  if (n == 0 || columns == 0) return;
  use_one_blas_thread();
  const Factor f{L_.profile(), L_.values().data, inverses_.span().data, n};
  const Index chunks = (columns + chunk - 1) / chunk;
  const int team = chunks > 1 ? team_for(0.5 * L_.solve_flops() * double(columns)) : 1;
#pragma omp parallel num_threads(team) if (team > 1)
  {
    std::vector<double> part(std::size_t(chunk == 1 ? 0 : chunk * band_tile));
#pragma omp for schedule(dynamic)
    for (Index p = 0; p < chunks; ++p) {
      const Index c = p * chunk, now = std::min(chunk, columns - c);
      if (chunk == 1)
        backward_one(f, X.data + c * n);
      else
        backward_chunk(f, X.data + c * n, now, part.data());
    }
  }
}

ES_END
