#pragma once

#include <algorithm>

#include "kernels/backend.h"
#include "kernels/span.h"
#include "kernels/threads.h"

ES_BEGIN

/// Below this many iterations a loop runs on the calling thread: waking the others costs more.
constexpr Index worth_waking_threads = 128;

/// Call body(i) for i = 0 .. n - 1, in any order and on any thread. A body may write only what no
/// other body touches.
template <class Body>
void parallel_for(Index n, Body body) {
  const bool reversed = loops_reversed();
  const int team = threads();
  if (n < worth_waking_threads || team == 1) {
    for (Index i = 0; i < n; ++i) body(reversed ? n - 1 - i : i);
    return;
  }
  const Index chunk = std::max<Index>(16, n / (16 * team));
#pragma omp parallel for schedule(dynamic, chunk) num_threads(team)
  for (Index i = 0; i < n; ++i) body(reversed ? n - 1 - i : i);
}

/// The same for bodies of a few operations: threads are woken for long loops only.
template <class Body>
void parallel_for_light(Index n, Body body) {
  constexpr Index long_loop = 16384;
  if (n >= long_loop) return parallel_for(n, body);
  const bool reversed = loops_reversed();
  for (Index i = 0; i < n; ++i) body(reversed ? n - 1 - i : i);
}

ES_END
