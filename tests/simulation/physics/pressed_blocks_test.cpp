#include <gtest/gtest.h>

#include "tests/simulation/runs.h"

/// Bodies that overlap at the start push each other away.

namespace eulersolid::test {
namespace {

constexpr double h = 0.025;  // [m]

/// Two blocks of 8 x 5 x 5 cells, deep in each other by a part of a cell, somewhere on the grid.
Scene pressed_blocks(double shift, double viscosity, double depth = 0.5) {
  Scene scene = empty_scene(h);
  scene.contact.friction = 0;
  const Vec3 size{8 * h, 5 * h, 5 * h}, middle{shift * h, 0.12 * h, 0.16 * h};
  const Vec3 half{0.5 * (8 - depth) * h, 0, 0};
  scene.bodies.push_back(box("left", middle - half, size, soft(viscosity)));
  scene.bodies.push_back(box("right", middle + half, size, soft(viscosity)));
  return scene;
}

struct Pushed {
  double energy, momentum;  ///< [J], of the right one [kg m/s]
  double made = 0;          ///< most that errors made of the energy, as a part of the greatest
};

Pushed pushed(Scene scene, double dt) {
  scene.time.dt = dt;
  const auto simulation = make_simulation(Backend::cpu, scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.03, history);
  return {energy(history.end()), history.end()[1].momentum.x,
          largest(history, [](const StepRecord& s) {
            return std::max(std::fabs(s.drift_energy), std::fabs(s.drift.momentum));
          })};
}

class PressedAnywhere : public testing::TestWithParam<std::tuple<double, double>> {};

/// The aim is 5 % of the energy; steps of 0.46 of a cell and of a twentieth of that. 5 % is also
/// where a run ends by what errors make.
TEST_P(PressedAnywhere, PartAlikeInLongStepsAndShortOnes) {
  const auto [shift, viscosity] = GetParam();
  const Scene scene = pressed_blocks(shift, viscosity);
  const double dt = viscosity > 0 ? 5e-4 : 1e-3;  // viscosity takes no longer ones
  const Pushed by_long = pushed(scene, dt), by_short = pushed(scene, dt / 20);
  RecordProperty("energies", std::to_string(by_long.energy / by_short.energy - 1));
  EXPECT_NEAR(by_long.energy / by_short.energy, 1, 0.05);
  EXPECT_NEAR(by_long.momentum / by_short.momentum, 1, 0.02);
  EXPECT_LT(by_long.made, 0.05);
  EXPECT_LT(by_short.made, 0.05);
  EXPECT_GT(by_long.momentum, 0);
}

/// Undone at up to 0.4 c, a whole cell ended runs in the first step, by 12.6 % of momentum
/// restored.
TEST(PressedBlocks, PartFromAWholeCell) {
  for (const double shift : {0.0, 0.3}) {
    const Pushed blocks = pushed(pressed_blocks(shift, 0, 1), 1e-3);
    EXPECT_LT(blocks.made, 0.05) << shift;
    EXPECT_GT(blocks.momentum, 0) << shift;
  }
}

INSTANTIATE_TEST_SUITE_P(Some, PressedAnywhere,
                         testing::Values(std::tuple(0.0, 0.002), std::tuple(0.24, 0.0)));

}  // namespace
}  // namespace eulersolid::test
