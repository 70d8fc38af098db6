#include "tests/simulation/invariance/oblique_balls.h"

namespace eulersolid::test {
namespace {

/// Seen: less than 2 % of the spin, and 2.5 % at five cells a radius.
TEST(FramesSlow, FrictionTurnsBallsOfEightCellsAlikeInOneThatMoves) {
  const FrameDifference difference = difference_of_frames(8);
  EXPECT_LE(difference.spin, 0.03);
  EXPECT_LE(difference.way, 0.1);
}

}  // namespace
}  // namespace eulersolid::test
