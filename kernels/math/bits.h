#pragma once

#include "kernels/core/host_device.h"

namespace eulersolid {

/// Position of the lowest bit that is set, of at least one.
ES_HD inline int lowest_bit(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __ffs(int(bits)) - 1;
#else
  return __builtin_ctz(bits);
#endif
}

}  // namespace eulersolid
