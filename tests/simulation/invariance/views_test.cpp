#include <gtest/gtest.h>

#include "bench/conservation/drift.h"
#include "bench/conservation/track.h"
#include "tests/simulation/runs.h"

/// The same scenes mirrored, turned by a right angle, and at 1/8 and 8 times the size: nothing in
/// the equations of motion can tell.

namespace eulersolid::test {
namespace {

/// With gravity, a rough plane that is tilted and moves, viscosity and spin: whatever a view has to
/// change, the scene has.
Scene scene_of_all_kinds() {
  Scene scene = scene_file("oblique_impact");
  scene.gravity.keyframes = {{0, {1, -2, -5}}, {0.1, {-2, 1, -7}}};
  scene.bodies[0].angular_velocity = {3, -2, 5};
  scene.bodies[1].rotation = {{0.3, -0.5, 0.8}, 0.6};
  for (BodySpec& body : scene.bodies) body.material.viscosity = 1e-4;
  ObstacleSpec floor = plane("floor", normalized({-0.2, 0.1, 1}));
  floor.motion.keyframes = {{0, {0, 0, -0.38}}, {0.2, {0.02, 0, -0.3}}};
  scene.obstacles.push_back(floor);
  return scene;
}

/// Rounding alone tells them apart, 1e-13, until a tie of contact is decided otherwise.
TEST(Views, MirroredTurnedAndScaledScenesAreTheSame) {
  const Scene scene = without_return(scene_of_all_kinds());
  const std::vector<View> views = similar_views();
  const Track plain = track(Backend::cpu, scene);
  ASSERT_EQ(plain.failure, "");
  EXPECT_GT(norm(plain.bodies.back()[0].angular_momentum), 0);
  for (std::size_t v = 1; v < views.size(); ++v) {
    const Track run = track(Backend::cpu, seen(scene, views[v]));
    ASSERT_EQ(run.failure, "") << views[v].name;
    ASSERT_EQ(run.steps.size(), plain.steps.size()) << views[v].name;
    const TrackDifference apart = difference(scene, plain, views[v], run);
    EXPECT_LE(apart.before_contact, 1e-6) << views[v].name;
    EXPECT_LE(apart.in_all, 1e-3) << views[v].name;
  }
}

}  // namespace
}  // namespace eulersolid::test
