#include <gtest/gtest.h>

#include "tests/simulation/invariance/oblique_balls.h"
#include "tests/simulation/invariance/restitution.h"

/// Where the grid lies and how fast it moves past is not in the equations of motion. It is in the
/// interpolation, so that it costs what that costs.

namespace eulersolid::test {
namespace {

/// Seen: 2.5 % of the spin; 0.9 % with gaps that are means by area alone. Where light nodes of the
/// first layer are extrapolated, and what artificial viscosities damp is taken from the whole body
/// once more, 3.7 % in a scene that is nearly this one. Spin also depends on the place on the grid,
/// by 3 %.
TEST(Frames, FrictionTurnsBallsOfFiveCellsAlikeInOneThatMoves) {
  const FrameDifference difference = difference_of_frames(5);
  EXPECT_LE(difference.spin, 0.03);
  EXPECT_LE(difference.way, 0.1);
}

/// At 0 to 0.6 of the wave speed. Seen: 0.0057; 0.003 is the aim.
TEST(Frames, RestitutionOfTwoBallsIsTheSameInFiveFrames) {
  EXPECT_LE(spread_of_restitution(two_balls_about_to_touch(), moving_views(0.7)), 0.01);
}

}  // namespace
}  // namespace eulersolid::test
