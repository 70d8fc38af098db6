#pragma once

/// Sums and extrema over a loop. Include in .cpp files only: nvcc must see the bodies.
///
///   sum<T>(n, f)      f(0) + ... + f(n - 1), added in blocks of `reduce_block` whatever the number
///                     of threads, so that it always gives the same bits; T{} when n = 0
///   max_reduce(n, f, none)
///                     max of the doubles f(i); `none` when n = 0. Not-a-number counts as
///                     +infinity, so that an invalid value is never lost in a maximum
/// T needs T{} as zero and operator+.

#include <limits>

#include "kernels/core/backend.h"

#if defined(__CUDACC__) || defined(ES_TEST_DEVICE)
#include "kernels/gpu/reduce.h"
#else
#include "kernels/cpu/reduce.h"
#endif
