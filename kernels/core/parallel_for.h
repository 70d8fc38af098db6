#pragma once

/// Loops whose iterations are independent. Include in .cpp files only: nvcc must see the bodies.
///
///   parallel_for(n, body)      body(i) for i = 0 .. n - 1
///   parallel_for(cells, body)  body(i, j, k) for every cell of a box
///
/// in any order and on any thread. A body may write only what no other body touches.
///   parallel_for(n, body)         body(0), ..., body(n - 1)
///   parallel_for_light(n, body)   the same for bodies of a few operations

#include "kernels/core/backend.h"

#if defined(__CUDACC__)
#include "kernels/gpu/parallel_for.h"
#else
#include "kernels/cpu/parallel_for.h"
#endif
