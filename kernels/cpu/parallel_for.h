#pragma once

#include <algorithm>

#include "kernels/core/backend.h"
#include "kernels/core/span.h"
#include "kernels/core/threads.h"
#include "kernels/core/work_counts.h"
#include "kernels/cpu/constants.h"
#include "kernels/cpu/loop_pace.h"
#include "kernels/math/cells.h"

ES_BEGIN

/// Call body(i) for i = 0 .. n - 1, in any order and on any thread. A body may write only what no
/// other body touches.
template <class Body>
void parallel_for(Index n, Body body) {
  count_work(Work::loop);
  static constinit LoopPace pace;
  const bool reversed = loops_reversed();
  const int team = LoopPace::team(n);
  const LoopPace::Timing timing(pace, n, team);
  if (team == 1) {
    for (Index i = 0; i < n; ++i) body(reversed ? n - 1 - i : i);
    return;
  }
  const Index chunk = std::max<Index>(16, n / (16 * team));
#pragma omp parallel for schedule(dynamic, chunk) num_threads(team)
  for (Index i = 0; i < n; ++i) body(reversed ? n - 1 - i : i);
}

/// Call body(i, j, k) for every cell of a box, row by row along x.
template <class Body>
void parallel_for(Cells cells, Body body) {
  count_work(Work::loop);
  static constinit LoopPace pace;
  const bool reversed = loops_reversed();
  const Index rows = Index(cells.ny) * cells.nz;
  const auto one_row = [=](Index r) {
    const Index row = reversed ? rows - 1 - r : r;
    const int j = int(row % cells.ny), k = int(row / cells.ny);
    for (int i = 0; i < cells.nx; ++i) body(reversed ? cells.nx - 1 - i : i, j, k);
  };
  const int team = LoopPace::team(cells.count(), 16 * worth_waking_threads);
  const LoopPace::Timing timing(pace, rows, team);
  const Index chunk = std::max<Index>(1, rows / (16 * team));
#pragma omp parallel for schedule(dynamic, chunk) num_threads(team) if (team > 1)
  for (Index r = 0; r < rows; ++r) one_row(r);
}

/// parallel_for for bodies of a few operations: threads are woken for long loops only.
template <class Body>
void parallel_for_light(Index n, Body body) {
  if (n >= long_loop) return parallel_for(n, body);
  count_work(Work::loop);
  const bool reversed = loops_reversed();
  for (Index i = 0; i < n; ++i) body(reversed ? n - 1 - i : i);
}

ES_END
