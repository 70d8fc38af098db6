#include "shapes/keyframes.h"

#include <gtest/gtest.h>

#include "shapes/obstacle.h"
#include "shapes/pose.h"

namespace eulersolid {
namespace {

const KeyframedVector motion{{9, 9, 9}, {{1, {0, 0, 0}}, {3, {4, 0, 0}}, {4, {4, 2, 0}}}};

TEST(Keyframes, AreLinearBetweenKeyframesAndConstantOutside) {
  EXPECT_EQ(value_at({{9, 9, 9}, {}}, 3).x, 9);
  EXPECT_EQ(value_at(motion, 0).x, 0);
  EXPECT_DOUBLE_EQ(value_at(motion, 1.5).x, 1);
  EXPECT_DOUBLE_EQ(value_at(motion, 3.5).y, 1);
  EXPECT_EQ(value_at(motion, 7).y, 2);
}

/// Also over a step in which the motion starts, turns or ends: steps add up to the keyframes.
TEST(Keyframes, MeanRatesLeadToWhereTheKeyframesAre) {
  Vec3 x = value_at(motion, 0.25);
  const double dt = 0.7;
  for (double time = 0.25; time < 5; time += dt) {
    x += dt * mean_rate(motion, time, dt);
    EXPECT_NEAR(norm(x - value_at(motion, time + dt)), 0, 1e-14) << time;
  }
  EXPECT_DOUBLE_EQ(mean_rate(motion, 2, 0.5).x, 2);      // between two keyframes
  EXPECT_DOUBLE_EQ(mean_rate(motion, 2.9, 0.2).x, 1);    // half of the step before the turn
  EXPECT_EQ(norm(mean_rate({{1, 2, 3}, {}}, 0, 1)), 0);  // no keyframes
}

/// Of an acceleration: the changes of velocity in the steps add up to the area under the keyframes.
TEST(Keyframes, MeanValuesAddUpToTheIntegral) {
  Vec3 v;
  const double dt = 0.7, end = 0.25 + 7 * dt;
  for (int step = 0; step < 7; ++step) v += dt * mean_value(motion, 0.25 + step * dt, dt);
  // x: a triangle of 4 s^2 / s from 1 to 3 s, then 4. y: a triangle from 3 to 4 s, then 2.
  EXPECT_NEAR(v.x, 4 + 4 * (end - 3), 1e-14);
  EXPECT_NEAR(v.y, 1 + 2 * (end - 4), 1e-14);
  EXPECT_NEAR(mean_value(motion, 2.9, 0.2).x, 3.95, 1e-13);       // half of it before the turn
  EXPECT_EQ(mean_value({{0.1, 0.2, 0.3}, {}}, 0.7, 0.1).y, 0.2);  // no keyframes: to the bit
}

/// x' = (t - 1)^2 from 1 to 3 s, then 4 + 4 (t - 3).
TEST(Keyframes, TheWayFromRestIsTheDoubleIntegral) {
  EXPECT_EQ(norm(way_from_rest(motion, 0.9)), 0);
  EXPECT_NEAR(way_from_rest(motion, 2).x, 1.0 / 3, 1e-15);
  EXPECT_NEAR(way_from_rest(motion, 5).x, 8.0 / 3 + 4 * 2 + 2 * 4, 1e-14);
  EXPECT_NEAR(way_from_rest({{0, 0, -8}, {}}, 0.5).z, -1, 1e-15);
}

/// Half of the way at half of the time, at rest at both ends, and as large a mean as at a constant
/// rate; what follows is not smooth.
TEST(Keyframes, MayBeSmooth) {
  const KeyframedVector eased{{}, {{1, {0, 0, 0}}, {3, {4, 0, 0}, true}, {4, {4, 2, 0}}}};
  EXPECT_DOUBLE_EQ(value_at(eased, 2).x, 2);
  EXPECT_DOUBLE_EQ(value_at(eased, 1.5).x, 4 * (3.0 / 16 - 2.0 / 64));
  EXPECT_NEAR(mean_rate(eased, 1, 1e-4).x, 0, 1e-3);
  EXPECT_NEAR(mean_rate(eased, 3 - 1e-4, 1e-4).x, 0, 1e-3);
  EXPECT_DOUBLE_EQ(value_at(eased, 3.5).y, 1);
  EXPECT_NEAR(mean_value(eased, 1, 2).x, 2, 1e-14);
  EXPECT_NEAR(mean_value(eased, 1, 1).x, 4 * (1.0 / 8 - 1.0 / 32) / 0.5, 1e-14);
  // x'' = 4 (3 s^2 - 2 s^3), s = (t - 1) / 2: x = 4 * 4 (s^4 / 4 - s^5 / 10).
  EXPECT_NEAR(way_from_rest(eased, 3).x, 16 * (0.25 - 0.1), 1e-14);
}

/// The material moves with the frame: v(x) is the difference quotient of a point fixed in it.
TEST(Obstacle, VelocityIsThatOfAPointFixedInItsFrame) {
  const Vec3 spin{0.3, -0.2, 0.5}, velocity{1, 2, -1}, p{0.4, -0.1, 0.7};
  const Mat3 start = rotation({1, 2, 3}, 0.7);
  const ObstacleState obstacle{{Shape::sphere(1), {{1, 1, 1}, start}}, velocity, spin};
  const double dt = 1e-5;
  const auto moved = [&](double time) {
    return to_world(
        {obstacle.pose.position + time * velocity, rotation(spin, time * norm(spin)) * start}, p);
  };
  const Vec3 quotient = (1 / (2 * dt)) * (moved(dt) - moved(-dt));
  // Rounding, 1e-16/dt, and dt^2 |spin|^3 / 6.
  EXPECT_NEAR(norm(velocity_at(obstacle, to_world(obstacle.pose, p)) - quotient), 0, 1e-10);
}

TEST(Pose, ToLocalUndoesToWorld) {
  const Pose pose{{1, -2, 3}, rotation({1, 2, 3}, 0.7)};
  EXPECT_NEAR(norm(to_local(pose, to_world(pose, {0.3, 0.4, 0.5})) - Vec3{0.3, 0.4, 0.5}), 0,
              1e-15);
  const Pose quarter{{1, 0, 0}, rotation({0, 0, 1}, std::acos(0.0))};  // x becomes y
  EXPECT_NEAR(norm(to_world(quarter, {2, 0, 0}) - Vec3{1, 2, 0}), 0, 1e-15);
}

}  // namespace
}  // namespace eulersolid
