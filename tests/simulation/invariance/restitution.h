#pragma once

#include <gtest/gtest.h>

#include "bench/conservation/drift.h"
#include "bench/conservation/track.h"
#include "tests/simulation/runs.h"

/// How much of a collision's speed is left, in many views of it.

namespace eulersolid::test {

/// The balls of scenes/two_balls.toml a moment before they touch.
inline Scene two_balls_about_to_touch() {
  Scene scene = scene_file("two_balls");
  const double flight = 1.5;  // they touch after 1.5858 s
  for (BodySpec& body : scene.bodies) body.centre += flight * body.velocity;
  scene.time.duration -= flight;
  return scene;
}

/// The energy that alarms compare with is that of the collision, however fast it flies past: to
/// 5 %, as what is compressed the most differs. In the frame of the scene it would be up to 25
/// times that.
inline double spread_of_restitution(const Scene& scene, const std::vector<View>& views) {
  double least = INFINITY, most = -INFINITY, first = 0;
  for (const View& view : views) {
    const Track run = track(Backend::cpu, without_return(seen(scene, view)));
    EXPECT_EQ(run.failure, "") << view.name;
    EXPECT_EQ(run.steps.back().contact.solver.active, 0) << view.name;
    const StepRecord& end = run.steps.back();
    const double compared = end.energy.made() / end.drift_energy;
    if (first == 0) first = compared;
    EXPECT_NEAR(compared, first, 0.05 * first) << view.name;
    const double kept = restitution(run);
    testing::Test::RecordProperty("restitution " + view.name, std::to_string(kept));
    least = std::fmin(least, kept), most = std::fmax(most, kept);
  }
  testing::Test::RecordProperty("spread", std::to_string(most - least));
  return most - least;
}

}  // namespace eulersolid::test
