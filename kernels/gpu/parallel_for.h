#pragma once

#include <algorithm>
#include <source_location>

#include "kernels/core/backend.h"
#include "kernels/core/span.h"
#include "kernels/gpu/check.h"
#include "kernels/gpu/constants.h"
#include "kernels/gpu/launch.h"
#include "kernels/math/cells.h"

ES_BEGIN

template <class Body>
__global__ void loop_kernel(Index n, Body body) {
  const Index stride = Index(gridDim.x) * blockDim.x;
  for (Index i = Index(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) body(i);
}

/// Call body(i) for i = 0 .. n - 1 on the device; returns before it has finished.
/// @param at  the loop, for messages
template <class Body>
void parallel_for(Index n, Body body, std::source_location at = std::source_location::current()) {
  if (n <= 0) return;
  const Index blocks = std::min<Index>((n + loop_threads - 1) / loop_threads, most_loop_blocks);
  launch_at("loop", at, loop_kernel<Body>, dim3(unsigned(blocks)), dim3(unsigned(loop_threads)), n,
            body);
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
