#include <gtest/gtest.h>

#include "bench/conservation/track.h"
#include "tests/simulation/invariance/oblique_balls.h"

/// Where the grid lies and how fast it moves past is not in the equations of motion. It is in the
/// interpolation, so that it costs what that costs.

namespace eulersolid::test {
namespace {

/// The balls of scenes/two_balls.toml a moment before they touch.
Scene two_balls_about_to_touch() {
  Scene scene = scene_file("two_balls");
  const double flight = 1.5;  // they touch after 1.5858 s
  for (BodySpec& body : scene.bodies) body.centre += flight * body.velocity;
  scene.time.duration -= flight;
  return scene;
}

double spread_of_restitution(const Scene& scene, const std::vector<View>& views) {
  double least = INFINITY, most = -INFINITY;
  for (const View& view : views) {
    const Track run = track(Backend::cpu, seen(scene, view));
    EXPECT_EQ(run.failure, "") << view.name;
    EXPECT_EQ(run.steps.back().contact.solver.active, 0) << view.name;
    const double kept = restitution(run);
    testing::Test::RecordProperty("restitution " + view.name, std::to_string(kept));
    least = std::fmin(least, kept), most = std::fmax(most, kept);
  }
  testing::Test::RecordProperty("spread", std::to_string(most - least));
  return most - least;
}

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

/// With friction, off centre, at five cells a radius. Seen: 0.0141. Where contact may not give back
/// what nodes that join a body lose in frames that move, 0.05.
TEST(Frames, RestitutionOfAnObliqueImpactIsTheSameInFiveFrames) {
  EXPECT_LE(spread_of_restitution(scene_file("oblique_impact"), moving_views(7)), 0.018);
}

/// Seen: 0.0024, as the middle of the contact is on a plane of nodes or in the middle of a cell.
TEST(Frames, RestitutionOfTwoBallsIsTheSameWhereverTheGridLies) {
  EXPECT_LE(spread_of_restitution(two_balls_about_to_touch(), shifted_views(4)), 0.003);
}

}  // namespace
}  // namespace eulersolid::test
