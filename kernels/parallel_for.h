#pragma once

/// Loops whose iterations are independent. Include in .cpp files only: nvcc must see the bodies.
///   parallel_for(n, body)         body(0), ..., body(n - 1)
///   parallel_for_light(n, body)   the same for bodies of a few operations

#include "kernels/backend.h"
#include "kernels/cells.h"

#if defined(__CUDACC__)
#include "kernels/gpu/parallel_for.h"
#else
#include "kernels/cpu/parallel_for.h"
#endif

ES_BEGIN

/// Call body(i, j, k) for every cell of a box, x running fastest.
template <class Body>
void parallel_for(Cells cells, Body body) {
  parallel_for(cells.count(), [=] ES_DEVICE(Index c) {
    const Index row = c / cells.nx;
    body(int(c - row * cells.nx), int(row % cells.ny), int(row / cells.ny));
  });
}

ES_END
