#pragma once

#include <cblas.h>

namespace eulersolid {

/// Threads are ours, over tiles and right-hand sides: inside the library there is one. Call before
/// the first product of a routine.
inline void use_one_blas_thread() {
  static const bool done = (openblas_set_num_threads(1), true);
  static_cast<void>(done);
}

}  // namespace eulersolid
