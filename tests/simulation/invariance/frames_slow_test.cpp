#include "tests/simulation/invariance/oblique_balls.h"
#include "tests/simulation/invariance/restitution.h"

namespace eulersolid::test {
namespace {

/// Seen: less than 2 % of the spin, and 2.5 % at five cells a radius.
TEST(FramesSlow, FrictionTurnsBallsOfEightCellsAlikeInOneThatMoves) {
  const FrameDifference difference = difference_of_frames(8);
  EXPECT_LE(difference.spin, 0.03);
  EXPECT_LE(difference.way, 0.1);
}

/// Seen: 0.0024, as the middle of the contact is on a plane of nodes or in the middle of a cell.
TEST(FramesSlow, RestitutionOfTwoBallsIsTheSameWhereverTheGridLies) {
  EXPECT_LE(spread_of_restitution(two_balls_about_to_touch(), shifted_views(4)), 0.003);
}

/// With friction, off centre, at five cells a radius. Seen: 0.0199; 0.0141 where ghost nodes
/// remember velocities of their own, and momentum is not kept. Where contact may not give back what
/// nodes that join a body lose in frames that move, 0.05.
TEST(FramesSlow, RestitutionOfAnObliqueImpactIsTheSameInFiveFrames) {
  EXPECT_LE(spread_of_restitution(scene_file("oblique_impact"), moving_views(7)), 0.021);
}

}  // namespace
}  // namespace eulersolid::test
