#include "shapes/turning.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/shapes/shapes.h"

namespace eulersolid::test {
namespace {

constexpr double pi = std::numbers::pi;

double difference(const Mat3& a, const Mat3& b) {
  double most = 0;
  for (int row = 0; row < 3; ++row) most = std::fmax(most, norm(a[row] - b[row]));
  return most;
}

/// Also where the sine of the angle is zero: next to no turn and next to half a revolution.
TEST(Turning, RotationVectorIsTheInverseOfRodriguesFormula) {
  RandomPoints random(3, 1);
  for (const double angle : {0.0, 1e-9, 1e-3, 1.0, 2.0, 2.2, 3.0, pi - 1e-7, pi}) {
    for (int trial = 0; trial < 100; ++trial) {
      const Vec3 axis = trial < 3 ? identity3()[trial] : normalized(random());
      const Mat3 turn = rotation(axis, angle);
      const Vec3 vector = rotation_vector(turn);
      EXPECT_NEAR(norm(vector), angle, 1e-7);  // near pi the sine is as exact as rounding, of 1
      if (angle == 0) continue;
      EXPECT_LT(difference(rotation(vector, norm(vector)), turn), 1e-7) << angle;
    }
  }
}

TEST(Turning, ConstantRateTurnsFromTheStart) {
  const Turning turning{{0, 0, 2}, {}};
  const RotationSpec start{{1, 0, 0}, 0.5 * pi};
  const Mat3 at = rotation_at(start, turning, 0.25 * pi);           // by 90 degrees more, about z
  EXPECT_NEAR(norm(at * Vec3{0, 1, 0} - Vec3{0, 0, 1}), 0, 1e-15);  // y to z by the start
  EXPECT_NEAR(norm(at * Vec3{1, 0, 0} - Vec3{0, 1, 0}), 0, 1e-15);
  EXPECT_EQ(norm(mean_turning_rate(turning, 1, 0.1) - Vec3{0, 0, 2}), 0);
}

/// A quarter of the time, 3/16 - 2/64 of the way.
TEST(Turning, MayBeSmooth) {
  const RotationSpec first{{0, 0, 1}, 0}, round{{0, 0, 1}, 6 * pi};
  const Turning turning{{}, {{1, first}, {3, round, true}}};
  EXPECT_LT(difference(rotation_at({}, turning, 1.5), rotation({0, 0, 1}, 6 * pi * 10 / 64)),
            1e-14);
  EXPECT_NEAR(norm(mean_turning_rate(turning, 3 - 1e-4, 1e-4)), 0, 1e-2);
}

/// About one axis by three revolutions, then about another the shortest way.
TEST(Turning, MeanRatesLeadToWhereTheKeyframesAre) {
  const RotationSpec first{{0, 0, 1}, 0.3}, round{{0, 0, 5}, 6 * pi}, other{{0, 1, 0}, 1.2};
  const Turning turning{{}, {{1, first}, {3, round}, {4, other}}};
  EXPECT_LT(difference(rotation_at({}, turning, 0), rotation_of(first)), 1e-15);
  EXPECT_LT(difference(rotation_at({}, turning, 2), rotation({0, 0, 1}, 0.15 + 3 * pi)), 1e-14);
  EXPECT_LT(difference(rotation_at({}, turning, 9), rotation_of(other)), 1e-15);
  EXPECT_NEAR(norm(mean_turning_rate(turning, 3.25, 0.5) - Vec3{0, 1.2, 0}), 0, 1e-13);
  Mat3 at = rotation_at({}, turning, 0);
  const double dt = 0.03;
  for (double time = 0; time < 5; time += dt) {
    const Vec3 turn = dt * mean_turning_rate(turning, time, dt);
    if (norm(turn) > 0) at = rotation(turn, norm(turn)) * at;
    ASSERT_LT(difference(at, rotation_at({}, turning, time + dt)), 1e-12) << time;
  }
}

}  // namespace
}  // namespace eulersolid::test
