#pragma once

#include "kernels/core/span.h"
#include "kernels/math/vec3.h"

/// Lanes3, a Vec3 in one vector register, and Vec3Row, four of them in three, for sums of many
/// terms. They round as Vec3 does, component by component, so that both give the same bits. Where a
/// processor has no such registers, on a GPU, and where a sanitizer is to see every read, they are
/// made of Vec3.

#if defined(__AVX__) && !defined(__CUDACC__) && !defined(ES_TEST_DEVICE) && \
    !defined(__SANITIZE_THREAD__)
#include <immintrin.h>

namespace eulersolid {

/// Names of their own: other sources of the same program may have been compiled without.
inline namespace registers {

struct Vec3Register {
  __m256d value = _mm256_setzero_pd();  ///< the fourth lane means nothing

  Vec3Register() = default;
  explicit Vec3Register(__m256d lanes) : value(lanes) {}
  explicit Vec3Register(Vec3 a) : value(_mm256_set_pd(0, a.z, a.y, a.x)) {}
  explicit operator Vec3() const {
    alignas(32) double lane[4];
    _mm256_store_pd(lane, value);
    return {lane[0], lane[1], lane[2]};
  }
};

inline Vec3Register operator+(Vec3Register a, Vec3Register b) {
  return Vec3Register(_mm256_add_pd(a.value, b.value));
}
inline Vec3Register operator-(Vec3Register a, Vec3Register b) {
  return Vec3Register(_mm256_sub_pd(a.value, b.value));
}
inline Vec3Register operator*(double s, Vec3Register a) {
  return Vec3Register(_mm256_mul_pd(_mm256_set1_pd(s), a.value));
}
inline Vec3Register& operator+=(Vec3Register& a, Vec3Register b) { return a = a + b; }

using Lanes3 = Vec3Register;

/// An element of an array; reads nothing behind it.
inline Lanes3 lanes(Span<const Vec3> field, Index i) {
  const __m256i three = _mm256_set_epi64x(0, -1, -1, -1);
  return Lanes3(_mm256_maskload_pd(&field[i].x, three));
}

/// Four elements that lie one behind the other, in three registers.
struct Vec3RowRegisters {
  __m256d part[3] = {_mm256_setzero_pd(), _mm256_setzero_pd(), _mm256_setzero_pd()};

  /// Adds w times those from the first of a view on.
  void add(double w, Span<const Vec3> row) {
    const double* number = &row.part(0, 4).data->x;
    for (int n = 0; n < 3; ++n) {
      const __m256d term = _mm256_mul_pd(_mm256_set1_pd(w), _mm256_loadu_pd(number + 4 * n));
      part[n] = _mm256_add_pd(part[n], term);
    }
  }
  /// The four elements.
  void store(Vec3* out) const {
    for (int n = 0; n < 3; ++n) _mm256_storeu_pd(&out->x + 4 * n, part[n]);
  }
};
using Vec3Row = Vec3RowRegisters;

}  // namespace registers

}  // namespace eulersolid

#else

namespace eulersolid {

using Lanes3 = Vec3;

/// An element of an array.
ES_HD inline Lanes3 lanes(Span<const Vec3> field, Index i) { return field[i]; }

/// Four elements that lie one behind the other.
struct Vec3Row {
  Vec3 element[4];

  /// Adds w times those from the first of a view on.
  ES_HD void add(double w, Span<const Vec3> row) {
    for (int n = 0; n < 4; ++n) element[n] += w * row[n];
  }
  /// The four elements.
  ES_HD void store(Vec3* out) const {
    for (int n = 0; n < 4; ++n) out[n] = element[n];
  }
};

}  // namespace eulersolid

#endif
