#pragma once

/// The one switch between the two builds of every device source.
///
/// CMake compiles each device source twice and defines ES_BACKEND as
///   cpu   g++ and OpenMP threads       -> namespace eulersolid::cpu
///   gpu   nvcc and CUDA                -> namespace eulersolid::gpu
/// The backend is an inline namespace, so code says `eulersolid::DeviceVector` and both builds
/// link into one program. Only kernels/ may ask which backend it is in.

#include "kernels/core/host_device.h"

#if !defined(ES_BACKEND)
#error "ES_BACKEND is not defined: add the file with es_library() from cmake/Backends.cmake"
#endif

#define ES_BEGIN         \
  namespace eulersolid { \
  inline namespace ES_BACKEND {
#define ES_END \
  }            \
  }
