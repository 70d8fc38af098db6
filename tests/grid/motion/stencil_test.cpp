#include "grid/stencil.h"

#include <gtest/gtest.h>

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
