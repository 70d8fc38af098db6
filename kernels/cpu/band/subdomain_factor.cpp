#include "kernels/band/subdomain_factor.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "kernels/band/constants.h"
#include "kernels/core/threads.h"
#include "kernels/cpu/band/panel_kernels.h"
#include "kernels/cpu/constants.h"
#include "kernels/cpu/loop_pace.h"

ES_BEGIN

namespace {

using panel_kernels::Depth;

static_assert(band_tile == panel_kernels::rows && rows_per_group == panel_kernels::group &&
              columns_per_panel == panel_kernels::group);

/// The tiles of a subdomain as the loops below see them.
struct Tiles {
  const TileProfile* profile;
  double* values;
  double* inverses;
  Index order;
  int eliminated;

  explicit Tiles(const SubdomainFactor& subdomain)
      : profile(&subdomain.matrix.profile()),
        values(const_cast<double*>(subdomain.matrix.values().data)),
        inverses(const_cast<double*>(subdomain.inverses.span().data)),
        order(subdomain.matrix.order()),
        eliminated(subdomain.eliminated) {}

  int first(int I) const { return profile->first[std::size_t(I)]; }
  /// A column before which group g of tile row I, and the groups after it, are zero.
  int lead(int I, int g) const { return profile->lead[std::size_t(I * groups_per_tile + g)]; }
  double* column(int I, Index j) const {
    return values + profile->start[std::size_t(I)] * tile_area +
           (j - Index(first(I)) * band_tile) * band_tile;
  }
  double* tile(int I, int J) const { return column(I, Index(J) * band_tile); }
  double* inverse(int I) const { return inverses + I * tile_area; }

  /// How many columns from `begin` to `end` touch one, two, three groups of tile row I.
  Depth depth(int I, int begin, int end) const {
    const int second = std::clamp(lead(I, 1), begin, end),
              third = std::clamp(lead(I, 2), second, end);
    return {{second - begin, third - second, end - third}};
  }
};

/// Where the team stands in one subdomain: rows of tiles are finished in ascending order.
struct Progress {
  alignas(64) std::atomic<int> taken{0};
  alignas(64) std::atomic<int> finished{0};
  std::atomic<Index> failed_column{-1};

  void wait_until_finished(int rows) const {
    for (int spins = 0; finished.load(std::memory_order_acquire) < rows; ++spins) {
      if (spins > looks_per_yield) std::this_thread::yield();
    }
  }
};

/// Tile (I, J), J < I, of a subdomain: A_IJ - sum_K L_IK L_JK^T over eliminated K, and where J is
/// eliminated times L_JJ^{-T}. Eight columns at a time, each with all columns before it.
void eliminate_tile(const Tiles& f, int I, int J) {
  const auto& kernels = panel_kernels::best();
  const bool solved = J < f.eliminated;
  for (int c = 0; c < groups_per_tile; ++c) {
    const int column = J * band_tile + c * rows_per_group;
    if (column < f.lead(I, 0)) continue;  // zero, as the leads are multiples of the group
    const int end = solved ? column : f.eliminated * band_tile;
    const int begin = std::min(end, std::max(f.lead(I, 0), f.lead(J, c)));
    kernels.eliminate(f.column(I, begin), f.column(J, begin) + c * rows_per_group,
                      f.depth(I, begin, end), f.column(I, column),
                      solved ? f.inverse(J) + c * rows_per_group * (band_tile + 1) : nullptr);
  }
}

/// Diagonal tile I; returns -1 or the local column that fails.
int eliminate_diagonal(const Tiles& f, int I) {
  const auto& kernels = panel_kernels::best();
  double* diagonal = f.tile(I, I);
  const bool solved = I < f.eliminated;
  const int end = std::min(I, f.eliminated) * band_tile, begin = std::min(end, f.lead(I, 0));
  if (!solved) {
    kernels.subtract_square(f.column(I, begin), f.depth(I, begin, end), diagonal);
    return -1;
  }
  const Index rows = std::min<Index>(band_tile, f.order - Index(I) * band_tile);
  for (Index r = rows; r < band_tile; ++r) diagonal[r * (band_tile + 1)] = 1;  // padding
  double least[band_tile];
  for (int r = 0; r < band_tile; ++r) least[r] = lost_pivot * diagonal[r * (band_tile + 1)];
  return kernels.factor(f.column(I, begin), f.depth(I, begin, end), diagonal, f.inverse(I), least);
}

/// Some rows of tiles, as far as the rows above allow; rows finish in ascending order, so the
/// column that fails is the first one whatever the team. Each panel of the rows above is used for
/// all of these rows while it is in the cache.
void eliminate_rows(const Tiles& f, int begin, int end, Progress& progress) {
  int first = begin;
  for (int I = begin; I < end; ++I) first = std::min(first, f.first(I));
  for (int J = first; J < begin; ++J) {
    progress.wait_until_finished(J + 1);
    if (progress.failed_column >= 0) return;
    for (int I = begin; I < end; ++I) {
      if (f.first(I) <= J) eliminate_tile(f, I, J);
    }
  }
  progress.wait_until_finished(begin);
  if (progress.failed_column >= 0) return;
  for (int I = begin; I < end; ++I) {
    for (int J = std::max(begin, f.first(I)); J < I; ++J) eliminate_tile(f, I, J);
    const int failed = eliminate_diagonal(f, I);
    if (failed >= 0) {
      progress.failed_column = Index(I) * band_tile + failed;
      progress.finished.store(f.profile->rows(), std::memory_order_release);
      return;
    }
    progress.finished.store(I + 1, std::memory_order_release);
  }
}

/// Take rows of one subdomain after the other, beginning with `own`, until none are left. Rows of a
/// subdomain are taken in ascending order, so a thread waits only for rows that another one works
/// on.
void eliminate_some(const std::vector<SubdomainRows>& work, const std::vector<Tiles>& tiles,
                    std::vector<Progress>& progress, std::size_t own) {
  for (std::size_t k = 0; k < work.size(); ++k) {
    const std::size_t c = (own + k) % work.size();
    const int together = work[c].subdomain->matrix.bandwidth() >= wide_band ? rows_of_wide_band : 1;
    for (int I = progress[c].taken.fetch_add(together); I < work[c].end;
         I = progress[c].taken.fetch_add(together))
      eliminate_rows(tiles[c], I, std::min(work[c].end, I + together), progress[c]);
  }
}

}  // namespace

std::vector<Index> eliminate(const std::vector<SubdomainRows>& work) {
  std::vector<Tiles> tiles;
  double flops = 0;
  std::vector<Progress> progress(work.size());
  for (std::size_t c = 0; c < work.size(); ++c) {
    SubdomainFactor& subdomain = *work[c].subdomain;
    if (work[c].begin == 0) subdomain.inverses.resize(subdomain.eliminated * tile_area);
    tiles.emplace_back(subdomain);
    progress[c].taken = progress[c].finished = work[c].begin;
    flops += subdomain.matrix.factor_flops();
  }
  static constinit LoopPace pace;
  const Index all = iterations_of(flops);
  const int team = LoopPace::team(all, worth_a_team);
  {
    const LoopPace::Timing timing(pace, all, team);
#pragma omp parallel num_threads(team) if (team > 1)
    eliminate_some(work, tiles, progress, std::size_t(omp_get_thread_num()));
  }
  std::vector<Index> failed;
  for (const Progress& p : progress) failed.push_back(p.failed_column);
  return failed;
}

namespace {

/// Panels of right-hand sides that one thread solves together: many enough to use each panel of L
/// often when L does not fit into a cache, and few enough for several threads. Depends on the
/// problem alone.
Index panels_together(Index panels, Index bytes, std::size_t sweeps) {
  const Index tasks = bytes <= cached_factor ? cached_tasks : sweeps > 1 ? 1 : uncached_tasks;
  return std::clamp<Index>((panels + tasks - 1) / tasks, 1, max_panels);
}

/// A few panels of one subdomain.
struct SweepTask {
  const Sweep* sweep;
  Index first, count;
};

std::vector<SweepTask> list_tasks(const std::vector<Sweep>& sweeps, double& flops) {
  std::vector<SweepTask> tasks;
  for (const Sweep& sweep : sweeps) {
    if (sweep.begin >= sweep.end) continue;
    const Index together =
        panels_together(sweep.X.count, sweep.subdomain->matrix.bytes(), sweeps.size());
    for (Index p = 0; p < sweep.X.count; p += together)
      tasks.push_back({&sweep, p, std::min(together, sweep.X.count - p)});
    flops += 0.5 * sweep.subdomain->matrix.solve_flops() * double(sweep.X.count * sweep.X.width);
  }
  return tasks;
}

/// The panels of a task, and how far a panel of L is taken at a time: to stay in the first cache
/// while all right-hand sides pass.
struct Block {
  Tiles f;
  const Panels& X;
  Index first, count;
  bool cold;  ///< L comes from memory

  explicit Block(const SweepTask& task)
      : f(*task.sweep->subdomain),
        X(task.sweep->X),
        first(task.first),
        count(task.count),
        cold(task.sweep->subdomain->matrix.bytes() > factor_in_memory) {}
  double* panel(Index p) const { return X.data + (first + p) * X.rows * band_tile * X.width; }
  double* at(Index p, Index row) const { return panel(p) + row * X.width; }
  int columns(Index p) const { return X.columns_in(first + p); }
  int start(Index p) const { return X.start == nullptr ? 0 : X.start[first + p]; }
  int min_start() const {
    int least = X.start == nullptr ? 0 : int(X.rows);
    for (Index p = 0; p < count && X.start != nullptr; ++p) least = std::min(least, start(p));
    return least;
  }
  int stride() const { return count == 1 ? int(X.rows) : tiles_at_once; }
};

/// X_I -= sum of L_IK X_K over the columns from `begin` to `end`, both at most one tile apart from
/// the borders of tiles.
void subtract_columns(const Block& b, int I, int begin, int end, Index p) {
  const auto& kernels = panel_kernels::best();
  begin = std::max(begin, b.start(p) * band_tile);
  if (begin >= end) return;
  if (b.X.width == 1) {
    kernels.multiply_vector(b.f.column(I, begin), b.panel(p) + begin, end - begin,
                            b.panel(p) + Index(I) * band_tile);
    return;
  }
  const int head = (band_tile - begin % band_tile) % band_tile;
  kernels.multiply(b.f.column(I, begin), b.at(p, begin / band_tile * band_tile), head,
                   (end - begin - head) / band_tile, b.at(p, Index(I) * band_tile), b.columns(p),
                   b.cold && p == 0);
}

/// x = K x for a block of right-hand sides by columns.
void apply_inverse(const Block& b, int I, Index p) {
  const auto& kernels = panel_kernels::best();
  alignas(64) double result[band_tile * columns_per_panel] = {};
  double* x = b.at(p, Index(I) * band_tile);
  if (b.X.width == 1) {
    kernels.multiply_vector(b.f.inverse(I), x, band_tile, result);
  } else {
    kernels.multiply(b.f.inverse(I), x, 0, 1, result, b.columns(p), false);
  }
  for (int e = 0; e < band_tile * b.X.width; ++e) x[e] = -result[e];
}

void forward_task(const SweepTask& task) {
  const Block b(task);
  for (int I = std::max(task.sweep->begin, b.min_start()); I < task.sweep->end; ++I) {
    const int end = std::min(I, b.f.eliminated) * band_tile, lead = b.f.lead(I, 0);
    for (int K = std::max(lead / band_tile, b.min_start()); K * band_tile < end; K += b.stride()) {
      const int from = std::max(lead, K * band_tile),
                to = std::min(end, (K + b.stride()) * band_tile);
      for (Index p = 0; p < b.count; ++p) subtract_columns(b, I, from, to, p);
    }
    if (I >= b.f.eliminated) continue;
    for (Index p = 0; p < b.count; ++p) {
      if (b.start(p) <= I) apply_inverse(b, I, p);
    }
  }
}

/// X_I = K^T X_I for a block by rows.
void apply_inverse_transposed(const Block& b, int I, Index p) {
  const auto& kernels = panel_kernels::best();
  alignas(64) double result[band_tile * columns_per_panel] = {};
  double* x = b.at(p, Index(I) * band_tile);
  if (b.X.width == 1) {
    kernels.multiply_transposed_vector(b.f.inverse(I), x, band_tile, result);
  } else {
    kernels.multiply_transposed(b.f.inverse(I), x, band_tile, result, false);
  }
  for (int e = 0; e < band_tile * b.X.width; ++e) x[e] = -result[e];
}

void backward_task(const SweepTask& task) {
  const auto& kernels = panel_kernels::best();
  const Block b(task);
  for (int I = task.sweep->end - 1; I >= task.sweep->begin; --I) {
    const int end = std::min(I, b.f.eliminated) * band_tile, lead = b.f.lead(I, 0);
    for (Index p = 0; I < b.f.eliminated && p < b.count; ++p) apply_inverse_transposed(b, I, p);
    for (int K = lead / band_tile; K * band_tile < end; K += b.stride()) {
      const int from = std::max(lead, K * band_tile),
                to = std::min(end, (K + b.stride()) * band_tile);
      for (Index p = 0; p < b.count; ++p) {
        double* x = b.at(p, from);
        const double* c = b.at(p, Index(I) * band_tile);
        if (b.X.width == 1)
          kernels.multiply_transposed_vector(b.f.column(I, from), c, to - from, x);
        else
          kernels.multiply_transposed(b.f.column(I, from), c, to - from, x, b.cold && p == 0);
      }
    }
  }
}

template <class Run>
void run_tasks(const std::vector<Sweep>& sweeps, Run run) {
  double flops = 0;
  const std::vector<SweepTask> tasks = list_tasks(sweeps, flops);
  static constinit LoopPace pace;
  const Index all = iterations_of(flops);
  const int team = tasks.size() > 1 ? LoopPace::team(all, worth_a_team) : 1;
  const LoopPace::Timing timing(pace, all, team);
#pragma omp parallel for schedule(dynamic) num_threads(team) if (team > 1)
  for (std::size_t t = 0; t < tasks.size(); ++t) run(tasks[t]);
}

}  // namespace

void sweep_forward(const std::vector<Sweep>& sweeps) { run_tasks(sweeps, forward_task); }
void sweep_backward(const std::vector<Sweep>& sweeps) { run_tasks(sweeps, backward_task); }

ES_END
