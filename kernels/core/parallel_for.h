#pragma once

/// Loops whose iterations are independent. Include in .cpp files only: nvcc must see the bodies.
///
///   parallel_for(n, body)         body(i) for i = 0 .. n - 1
///   parallel_for(cells, body)     body(i, j, k) for every cell of a box
///   parallel_for_light(n, body)   as the first, for bodies of a few operations
///
/// in any order and on any thread.
/// A body may write only what no other body touches.

#include "kernels/core/backend.h"

#if defined(__CUDACC__) || defined(ES_TEST_DEVICE)
#include "kernels/gpu/parallel_for.h"
#else
#include "kernels/cpu/parallel_for.h"
#endif
