#pragma once

/// Markers for plain functions of plain values, which both backends share.

#if defined(__CUDACC__)
#define ES_HD __host__ __device__  ///< a function of plain values, callable in a loop body
#define ES_DEVICE __device__  ///< marks the body of a parallel loop: [=] ES_DEVICE(Index i) {...}
#else
#define ES_HD
#define ES_DEVICE
#endif
