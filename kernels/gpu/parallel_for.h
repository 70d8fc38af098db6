#pragma once

#include <algorithm>
#include <source_location>

#include "kernels/core/backend.h"
#include "kernels/core/span.h"
#include "kernels/gpu/check.h"
#include "kernels/gpu/constants.h"
#include "kernels/gpu/launch.h"
#include "kernels/gpu/together.h"
#include "kernels/math/cells.h"

ES_BEGIN

template <class Body>
__global__ void loop_kernel(const __grid_constant__ Batch<Body> loops) {
  const int piece = loops.piece_of(blockIdx.x);
  const unsigned begin = loops.begin(piece);
  const Body& body = loops.value(piece);
  const Index n = loops.n[piece], stride = Index(loops.end[piece] - begin) * blockDim.x;
  for (Index i = Index(blockIdx.x - begin) * blockDim.x + threadIdx.x; i < n; i += stride) body(i);
}

namespace detail {

template <class Body>
struct Loop : Request {
  Index n;
  Body body;
  std::source_location at;

  Loop(Index iterations, const Body& what, std::source_location place)
      : Request{reinterpret_cast<const void*>(&loop_kernel<Body>), &start},
        n(iterations),
        body(what),
        at(place) {}

  static void start(std::span<Request* const> loops) {
    for_batches<Body>(loops, [](std::span<Request* const> some, Batch<Body>& batch) {
      for (std::size_t piece = 0; piece < some.size(); ++piece) {
        const Loop& loop = static_cast<const Loop&>(*some[piece]);
        const Index blocks = (loop.n + loop_threads - 1) / loop_threads;
        batch.set(int(piece), loop.n, std::min<Index>(blocks, max_loop_blocks), loop.body);
      }
      launch_at("loop", static_cast<const Loop&>(*some[0]).at, loop_kernel<Body>,
                dim3(batch.end[some.size() - 1]), dim3(unsigned(loop_threads)), batch);
    });
  }
};

}  // namespace detail

/// Call body(i) for i = 0 .. n - 1 on the device; returns before it has finished.
/// @param at  the loop, for messages
template <class Body>
void parallel_for(Index n, Body body, std::source_location at = std::source_location::current()) {
  if (n <= 0) return;
  detail::Loop<Body> loop(n, body, at);
  start_together(loop);
}

/// The same; see the cpu backend.
template <class Body>
void parallel_for_light(Index n, Body body,
                        std::source_location at = std::source_location::current()) {
  parallel_for(n, body, at);
}

/// Call body(i, j, k) for every cell of a box, x running fastest.
template <class Body>
void parallel_for(Cells cells, Body body,
                  std::source_location at = std::source_location::current()) {
  const auto each = [=] ES_DEVICE(Index c) {
    const Int3 cell = cells.coordinates(c);
    body(cell.x, cell.y, cell.z);
  };
  parallel_for(cells.count(), each, at);
}

ES_END
