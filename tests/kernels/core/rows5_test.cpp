#include "kernels/math/rows5.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace eulersolid {
namespace {

/// What registers are to do, number by number.
struct Plain {
  Vec3 five[5];

  void add(double constant, double slope, const double* factor, unsigned bits, const Vec3* row) {
    for (int i = 0; i < 5; ++i)
      if (bits >> i & 1) five[i] += ((constant + slope * (i - 2)) * factor[i]) * row[i];
  }
  Vec3 total() const { return ((five[0] + five[1]) + (five[3] + five[4])) + five[2]; }
};

/// To the bit: one backend sums in registers, the other does not. What does not count may be
/// anything, and behind the last row there is no memory, which the address sanitizer watches.
TEST(Rows5, SumAsPlainNumbersDo) {
  std::mt19937 engine(11);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<double> factors(5);
  for (const double slope : {0.0, 0.3, -1.7}) {
    std::vector<Vec3> rows(5 * 32);
    RowWeights weights(slope);
    RowSums sums;
    Plain plain;
    for (unsigned bits = 0; bits < 32; ++bits) {
      Vec3* const row = rows.data() + 5 * bits;
      for (int i = 0; i < 5; ++i) {
        row[i] =
            bits >> i & 1 ? Vec3{any(engine), any(engine), any(engine)} : Vec3{NAN, INFINITY, NAN};
        factors[std::size_t(i)] = any(engine);
      }
      const double constant = any(engine);
      weights.set(constant, factors.data());
      sums.add(weights, bits, row);
      plain.add(constant, slope, factors.data(), bits, row);
    }
    EXPECT_EQ(sums.total().x, plain.total().x);
    EXPECT_EQ(sums.total().y, plain.total().y);
    EXPECT_EQ(sums.total().z, plain.total().z);
    EXPECT_TRUE(std::isfinite(plain.total().x));
  }
}

}  // namespace
}  // namespace eulersolid
