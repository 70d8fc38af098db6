#pragma once

#include "kernels/math/lanes3.h"

/// RowWeights and RowSums: sums over rows of five vectors that lie side by side, of which some
/// count. What lies at one place of the rows is added up by itself, and the five sums at the end,
/// so that a row takes a few registers whatever counts in it. Registers and plain numbers round
/// alike, and give the same bits; where there are no registers, as lanes3.h says, they are plain.

#if defined(__AVX2__) && !defined(__CUDACC__) && !defined(ES_TEST_DEVICE) && \
    !defined(__SANITIZE_THREAD__)
#include <immintrin.h>

#include <array>
#include <cstdint>

namespace eulersolid {

inline namespace registers {

#if defined(__AVX512F__)

/// Five bits, each for the three numbers of a vector.
inline constexpr std::array<std::uint16_t, 32> three_times = [] {
  std::array<std::uint16_t, 32> all{};
  for (unsigned bits = 0; bits < 32; ++bits)
    for (unsigned i = 0; i < 15; ++i) all[bits] |= std::uint16_t((bits >> i / 3 & 1) << i);
  return all;
}();

struct RowWeightRegisters {
  __m512d slopes;       ///< slope (i - 2)
  __m512d expanded[2];  ///< each weight three times

  explicit RowWeightRegisters(double slope)
      : slopes(_mm512_mul_pd(_mm512_set1_pd(slope), _mm512_set_pd(0, 0, 0, 2, 1, 0, -1, -2))) {}
  void set(double constant, const double* factor) {
    const __m512d w = _mm512_mul_pd(_mm512_add_pd(_mm512_set1_pd(constant), slopes),
                                    _mm512_maskz_loadu_pd(0x1f, factor));
    expanded[0] = _mm512_maskz_permutexvar_pd(0xff, _mm512_set_epi64(2, 2, 1, 1, 1, 0, 0, 0), w);
    expanded[1] = _mm512_maskz_permutexvar_pd(0xff, _mm512_set_epi64(4, 4, 4, 4, 3, 3, 3, 2), w);
  }
};

struct RowSumRegisters {
  __m512d part[2] = {_mm512_setzero_pd(), _mm512_setzero_pd()};

  void add(const RowWeightRegisters& w, unsigned bits, const Vec3* row) {
    const double* number = &row->x;
    const unsigned mask = three_times[bits];
    part[0] = _mm512_add_pd(
        part[0], _mm512_mul_pd(w.expanded[0], _mm512_maskz_loadu_pd(__mmask8(mask), number)));
    part[1] = _mm512_add_pd(
        part[1],
        _mm512_mul_pd(w.expanded[1], _mm512_maskz_loadu_pd(__mmask8(mask >> 8), number + 8)));
  }
  Vec3 total() const {
    const auto from = [&](int first) {  // the three numbers from there on, in the lowest lanes
      const __m512i places = _mm512_set_epi64(0, 0, 0, 0, 0, first + 2, first + 1, first);
      return _mm512_permutex2var_pd(part[0], places, part[1]);
    };
    const __m512d four =
        _mm512_add_pd(_mm512_add_pd(part[0], from(3)), _mm512_add_pd(from(9), from(12)));
    Vec3 sum;
    _mm512_mask_storeu_pd(&sum.x, 0x7, _mm512_add_pd(four, from(6)));
    return sum;
  }
};

#else

/// The same, as masks of AVX2.
inline constexpr auto three_times = [] {
  std::array<std::array<std::int64_t, 16>, 32> all{};
  for (unsigned bits = 0; bits < 32; ++bits)
    for (unsigned i = 0; i < 15; ++i) all[bits][i] = bits >> i / 3 & 1 ? -1 : 0;
  return all;
}();

struct RowWeightRegisters {
  __m256d slopes;
  double last_slope;
  __m256d expanded[4];

  explicit RowWeightRegisters(double slope)
      : slopes(_mm256_mul_pd(_mm256_set1_pd(slope), _mm256_set_pd(1, 0, -1, -2))),
        last_slope(slope * 2) {}
  void set(double constant, const double* factor) {
    const __m256d w =
        _mm256_mul_pd(_mm256_add_pd(_mm256_set1_pd(constant), slopes), _mm256_loadu_pd(factor));
    expanded[0] = _mm256_permute4x64_pd(w, 0x40);
    expanded[1] = _mm256_permute4x64_pd(w, 0xa5);
    expanded[2] = _mm256_permute4x64_pd(w, 0xfe);
    expanded[3] = _mm256_set1_pd((constant + last_slope) * factor[4]);
  }
};

struct RowSumRegisters {
  __m256d part[4] = {_mm256_setzero_pd(), _mm256_setzero_pd(), _mm256_setzero_pd(),
                     _mm256_setzero_pd()};

  void add(const RowWeightRegisters& w, unsigned bits, const Vec3* row) {
    const double* number = &row->x;
    const std::int64_t* mask = three_times[bits].data();
    for (int p = 0; p < 4; ++p) {
      const __m256i counts = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(mask + 4 * p));
      part[p] = _mm256_add_pd(
          part[p], _mm256_mul_pd(w.expanded[p], _mm256_maskload_pd(number + 4 * p, counts)));
    }
  }
  Vec3 total() const {
    alignas(32) double n[16];
    for (int p = 0; p < 4; ++p) _mm256_store_pd(n + 4 * p, part[p]);
    const Vec3* five = reinterpret_cast<const Vec3*>(n);
    return ((five[0] + five[1]) + (five[3] + five[4])) + five[2];
  }
};

#endif

using RowWeights = RowWeightRegisters;
using RowSums = RowSumRegisters;

}  // namespace registers

}  // namespace eulersolid

#else

namespace eulersolid {

/// Weights of the vectors i = 0 .. 4 of a row, (constant + slope (i - 2)) factor_i.
struct RowWeights {
  double slope, weight[5];

  ES_HD explicit RowWeights(double along) : slope(along) {}
  /// Those of a row.
  ES_HD void set(double constant, const double* factor) {
    for (int i = 0; i < 5; ++i) weight[i] = (constant + slope * (i - 2)) * factor[i];
  }
};
struct RowSums {
  Vec3 five[5];

  /// Adds the vectors from `row` on that `bits` names, times their weights; reads no others.
  ES_HD void add(const RowWeights& w, unsigned bits, const Vec3* row) {
    for (int i = 0; i < 5; ++i)
      if (bits >> i & 1) five[i] += w.weight[i] * row[i];
  }
  ES_HD Vec3 total() const { return ((five[0] + five[1]) + (five[3] + five[4])) + five[2]; }
};

}  // namespace eulersolid

#endif
