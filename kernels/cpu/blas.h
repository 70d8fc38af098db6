#pragma once

#include <cblas.h>

#include "kernels/core/backend.h"

ES_BEGIN

/// Threads are ours, over tiles and right-hand sides: inside the library there is one. Call before
/// the first product of a routine.
inline void use_one_blas_thread() {
  static const bool done = (openblas_set_num_threads(1), true);
  static_cast<void>(done);
}

ES_END
