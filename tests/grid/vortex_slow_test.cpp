#include <gtest/gtest.h>

#include "tests/grid/vortex.h"

namespace eulersolid::test::vortex {
namespace {

/// The bounds of K4 for T = 3, when the disc is drawn out to a band of three cells.
TEST(K4Vortex, ThreeSecondsMakeNoFictitiousSolid) {
  const Outcome end = run(3, 6 * cells);
  EXPECT_NEAR(end.area, 1, 0.1);
  EXPECT_LT(end.max_area, 1.1);
  EXPECT_LT(end.farthest, 3);
}

}  // namespace
}  // namespace eulersolid::test::vortex
