#include <gtest/gtest.h>

#include "tests/grid/vortex.h"

namespace eulersolid::test::vortex {
namespace {

/// The bounds of K4 for T = 1; reached are 0.099 h and +0.7 % (0.048 h and +0.1 % in 128 steps).
TEST(K4Vortex, DiscComesBackAfterOneSecond) {
  const Outcome end = run(1, 2 * cells);
  EXPECT_LT(end.rms, 0.15);
  EXPECT_NEAR(end.area, 1, 0.02);
  // Nor is there more on the way: the flow keeps areas.
  EXPECT_LT(end.max_area, 1.02);
  EXPECT_LT(end.farthest, 1);
}

}  // namespace
}  // namespace eulersolid::test::vortex
