#pragma once

#include <algorithm>

#include "kernels/core/backend.h"
#include "kernels/core/span.h"
#include "kernels/gpu/check.h"
#include "kernels/math/cells.h"

ES_BEGIN

template <class Body>
__global__ void loop_kernel(Index n, Body body) {
  const Index stride = Index(gridDim.x) * blockDim.x;
  for (Index i = Index(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) body(i);
}

/// Call body(i) for i = 0 .. n - 1 on the device; returns before it has finished.
template <class Body>
void parallel_for(Index n, Body body) {
  if (n <= 0) return;
  constexpr Index block = 128, most_blocks = 1 << 20;
  const unsigned blocks = unsigned(std::min((n + block - 1) / block, most_blocks));
  loop_kernel<<<blocks, unsigned(block)>>>(n, body);
  check(cudaGetLastError(), "launching a loop");
}

/// The same; see the cpu backend.
template <class Body>
void parallel_for_light(Index n, Body body) {
  parallel_for(n, body);
}

/// Call body(i, j, k) for every cell of a box, x running fastest.
template <class Body>
void parallel_for(Cells cells, Body body) {
  parallel_for(cells.count(), [=] ES_DEVICE(Index c) {
    const Int3 at = cells.coordinates(c);
    body(at.x, at.y, at.z);
  });
}

ES_END
