#include <gtest/gtest.h>

#include "tests/grid/incompressible/ball_mode.h"

namespace eulersolid::test {
namespace {

TEST(BallMode, EigenvalueIsLambs) { EXPECT_NEAR(ball_mode::lowest_eigenvalue(0.25), 2.640, 5e-4); }

/// 0.992, 0.997 and 0.997 of Lamb's with 6 cells a radius. If each point kept all of its stiffness
/// against changes of volume the ball would lock: 1.04 at nu = 0.49.
TEST(BallMode, HasLambsFrequencyForAnyPoissonsRatio) {
  for (const double nu : {0.3, 0.45, 0.49}) EXPECT_NEAR(ball_mode::frequency(nu, 6), 1, 0.01) << nu;
}

}  // namespace
}  // namespace eulersolid::test
