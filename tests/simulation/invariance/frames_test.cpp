#include <gtest/gtest.h>

#include <map>

#include "bench/conservation/track.h"
#include "tests/simulation/runs.h"

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

/// At 0 to 0.6 of the wave speed. Seen: 0.0055; 0.003 is the aim.
TEST(Frames, RestitutionOfTwoBallsIsTheSameInFiveFrames) {
  EXPECT_LE(spread_of_restitution(two_balls_about_to_touch(), moving_views(0.7)), 0.01);
}

/// Seen: 0.0011. With cut cells integrated as if their octants were whole 0.0024, and 0.0037 where
/// slaves hand nothing over.
TEST(Frames, RestitutionOfTwoBallsIsTheSameWhereverTheGridLies) {
  EXPECT_LE(spread_of_restitution(two_balls_about_to_touch(), shifted_views(4)), 0.002);
}

}  // namespace
}  // namespace eulersolid::test
