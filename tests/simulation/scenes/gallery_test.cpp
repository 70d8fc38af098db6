#include <gtest/gtest.h>

#include "shapes/overlap.h"
#include "tests/simulation/runs.h"

/// scenes/gallery: what its scenes promise before they are run. That they run to their ends is
/// checked by the slow tests `simulation_gallery_NAME`.

namespace eulersolid::test {
namespace {

class Gallery : public testing::TestWithParam<const char*> {
 protected:
  Scene scene() const { return scene_file(std::string("gallery/") + GetParam()); }
};

/// With fewer cells, alarms would end the runs. Rigid bodies have none.
TEST_P(Gallery, HasBodiesOfSixCellsAtLeast) {
  const Scene read = scene();
  for (const BodySpec& body : read.bodies)
    if (!body.is_rigid()) {
      EXPECT_GE(thickness(shape_of(body.shape)) / read.grid.cell_size, 6 - 1e-9) << body.name;
    }
}

TEST_P(Gallery, StartsApart) {
  const Scene read = scene();
  const double h = read.grid.cell_size;
  for (std::size_t i = 0; i < read.bodies.size(); ++i) {
    const PlacedShape body = placed(read.bodies[i]);
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_LE(overlap(body, placed(read.bodies[j]), 1e-2 * h, h / 8), 0.1 * h) << i << " " << j;
    for (const ObstacleSpec& obstacle : read.obstacles)
      EXPECT_LE(overlap(body, placed(obstacle, 0), 1e-2 * h, h / 8), 0.1 * h)
          << i << " " << obstacle.name;
  }
}

/// In the first steps all contact converges, nothing inverts, and errors make no energy.
TEST_P(Gallery, StartsQuietly) {
  const Scene read = scene();
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, read);
  for (int n = 0; n < 5; ++n) {
    const StepRecord step = simulation->advance(simulation->stable_dt());
    EXPECT_FALSE(step.sp_unconverged);
    EXPECT_EQ(step.repaired_nodes + step.clamped_points, 0);
    EXPECT_LT(step.contact.max_overlap, 0.11);
    EXPECT_LT(std::abs(step.drift_energy), read.alarms.warn);
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Gallery,
                         testing::Values("catapult", "duck_wringer", "gears", "gripper",
                                         "jelly_stack", "muscle_arm", "press", "pump", "ring_tower",
                                         "rods_on_bars", "stamp", "stiff_and_soft", "torus_chain"),
                         [](const auto& scene) { return std::string(scene.param); });

}  // namespace
}  // namespace eulersolid::test
