#include "kernels/math/lanes3.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace eulersolid {
namespace {

std::vector<Vec3> numbers(int count) {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<Vec3> all;
  for (int n = 0; n < count; ++n) all.push_back({any(engine), any(engine), any(engine)});
  return all;
}

void expect_same(Vec3 a, Vec3 b) {
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, b.y);
  EXPECT_EQ(a.z, b.z);
}

/// To the bit: one backend sums in registers, the other does not. The last element ends where the
/// memory does, which the address sanitizer watches.
TEST(Lanes3, SumAsVectorsDo) {
  const std::vector<Vec3> x = numbers(40);
  const Span<const Vec3> all(x.data(), Index(x.size()));
  Lanes3 in_lanes;
  Vec3 plain;
  for (Index i = 0; i < all.size; ++i) {
    in_lanes += 0.3 * lanes(all, i) - (1.0 / double(i + 3)) * lanes(all, all.size - 1 - i);
    plain += 0.3 * all[i] - (1.0 / double(i + 3)) * all[all.size - 1 - i];
  }
  expect_same(Vec3(in_lanes), plain);
  expect_same(Vec3(Lanes3(plain) + Lanes3(plain)), 2 * plain);
}

TEST(Lanes3, RowsOfFourSumAsVectorsDo) {
  const std::vector<Vec3> x = numbers(24);
  const Span<const Vec3> all(x.data(), Index(x.size()));
  Vec3Row row;
  Vec3 plain[4], out[4];
  for (Index first = 0; first + 4 <= all.size; ++first) {
    const double w = 1.0 / double(first + 3);
    row.add(w, all.part(first, 4));
    for (int n = 0; n < 4; ++n) plain[n] += w * all[first + n];
  }
  row.store(out);
  for (int n = 0; n < 4; ++n) expect_same(out[n], plain[n]);
}

}  // namespace
}  // namespace eulersolid
