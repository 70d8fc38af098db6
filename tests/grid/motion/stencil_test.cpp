#include "grid/layers/stencil.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace eulersolid;

namespace {

/// A stencil of whole planes of nodes.
Stencil planes(std::initializer_list<int> at) {
  std::uint64_t slice[stencil::width] = {0, 0, 0, 0, 0};
  for (const int z : at) slice[z + stencil::reach] = 0x1ffffff;
  return Stencil::of(slice);
}

}  // namespace

/// Between two limbs of a body a node belongs to the nearer one, and to both where they are equally
/// near or hang together.
TEST(Stencil, KeepsThePartThatHangsTogetherWithTheNearest) {
  EXPECT_EQ(stencil::own_part(planes({-1, 2})), planes({-1}));
  EXPECT_EQ(stencil::own_part(planes({-2, 1, 2})), planes({1, 2}));
  EXPECT_EQ(stencil::own_part(planes({-1, 1})), planes({-1, 1}));
  EXPECT_EQ(stencil::own_part(planes({-2, -1})), planes({-2, -1}));
  EXPECT_EQ(stencil::own_part(planes({})), planes({}));
  Stencil bridged = planes({-1, 2});
  bridged.low |= planes({0}).low & (std::uint64_t(1) << 50);    // a corner of the planes between
  bridged.high |= planes({1}).high & (std::uint64_t(1) << 11);  // and of the next
  EXPECT_EQ(stencil::own_part(bridged), bridged);
}

TEST(Stencil, HoldsWhatItsSlicesHold) {
  const Stencil lower = planes({-1});
  EXPECT_TRUE(lower.holds({2, -2, -1}));
  EXPECT_FALSE(lower.holds({2, -2, 0}));
}

/// Against a look at each node.
TEST(Stencil, NearestNodesAreThoseOfTheLeastDistance) {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 500; ++trial) {
    Stencil whole;
    std::vector<Int3> held;
    for (int n = 0; n < 1 + trial % 9; ++n) {
      const auto any = [&] { return int(random() % 5) - 2; };
      held.push_back({any(), any(), any()});
      whole.add(held.back());
    }
    const auto square = [](Int3 d) { return d.x * d.x + d.y * d.y + d.z * d.z; };
    int least = 100;
    for (const Int3& d : held) least = std::min(least, square(d));
    Stencil expected;
    for (const Int3& d : held)
      if (square(d) == least) expected.add(d);
    const Stencil nearest = stencil::nearest_of(whole);
    EXPECT_TRUE(nearest == expected) << trial;
  }
}
