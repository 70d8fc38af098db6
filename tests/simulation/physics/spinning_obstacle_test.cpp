#include <gtest/gtest.h>

#include "tests/simulation/runs.h"

/// A ball squeezed between a floor and a plate that turns about the line through the ball's centre,
/// and one that a paddle hits.

namespace eulersolid::test {
namespace {

constexpr double h = 0.05;  // [m]

ObstacleSpec slab(const std::string& name, Vec3 centre, Vec3 size) {
  ObstacleSpec obstacle;
  obstacle.name = name, obstacle.shape = {"box", {{"size", size}}}, obstacle.motion.value = centre;
  return obstacle;
}

/// A paddle that turns about z with the rate w and has its face at the ball, r from the axis: the
/// ball leaves along y, having received what the paddle's face does: its velocity there is w r. A
/// soft ball bounces from a wall of that speed and leaves at nearly twice of it; a paddle whose
/// turning contact does not know would let it stay at most as fast as nodes are pushed out, so that
/// what is claimed here is the work: all energy that the ball has came from the paddle's torque.
double speed_after_hit(const Turning& turning, double& energy_made, double& mass_energy,
                       double cell_size = h) {
  Scene scene = empty_scene(cell_size);
  scene.contact.friction = 0;
  scene.bodies.push_back(ball("ball", {0.6, 0.2, 0}, 0.15, soft()));
  ObstacleSpec paddle = slab("paddle", {0, 0, 0}, {1.6, 0.06, 0.6});
  paddle.turning = turning;
  scene.obstacles.push_back(paddle);
  const History history = run(scene, 0.3);
  const BodyRecord& end = history.end()[0];
  mass_energy = end.kinetic + end.elastic;
  energy_made = history.steps.back().obstacle_work;
  return norm(end.momentum) / end.mass;
}

TEST(SpinningObstacle, GivesABallTheEnergyThatItsTorqueDoes) {
  double work = 0, energy = 0;
  const double rate = 1.5, reach = 0.6;
  const double speed = speed_after_hit({{0, 0, rate}, {}}, work, energy);
  EXPECT_GT(speed, rate * reach);  // it left the paddle behind
  EXPECT_LT(speed, 2.2 * rate * reach);
  // The scheme's loss in an impact: 0.054 at three cells a radius, 0.016 at six.
  EXPECT_NEAR(work, energy, 0.055 * energy);
  speed_after_hit({{0, 0, rate}, {}}, work, energy, h / 2);
  EXPECT_NEAR(work, energy, 0.02 * energy);
}

TEST(SpinningObstacle, TurnsAlikeByRateAndByKeyframes) {
  double work = 0, energy = 0, other_work = 0, other_energy = 0;
  const double rate = 1.5;
  const double by_rate = speed_after_hit({{0, 0, rate}, {}}, work, energy);
  const Turning keyframes{{}, {{0, {{0, 0, 1}, 0}}, {1, {{0, 0, 1}, rate}}}};
  const double by_keyframes = speed_after_hit(keyframes, other_work, other_energy);
  EXPECT_NEAR(by_keyframes, by_rate, 1e-9 * by_rate);  // rates from rotations are off by rounding
  EXPECT_NEAR(other_work, work, 1e-9 * work);
}

}  // namespace
}  // namespace eulersolid::test
