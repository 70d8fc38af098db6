#include "shapes/overlap.h"

#include <gtest/gtest.h>

#include "tests/shapes/shapes.h"

namespace eulersolid::test {
namespace {

TEST(DepthIn, OfTwoSpheresIsTheirOverlapAlongTheLineOfCentres) {
  const Vec3 away{0.6, 0, 0.8};
  EXPECT_NEAR(depth_in(sphere({0, 0, 0}, 1), sphere(1.7 * away, 1), 0.1, 0.01), 0.3, 0.01);
  EXPECT_DOUBLE_EQ(depth_in(sphere({0, 0, 0}, 1), sphere(1.95 * away, 1), 0.1, 0.01), 0.1);
  EXPECT_DOUBLE_EQ(depth_in(sphere({0, 0, 0}, 1), sphere(2.5 * away, 1), 0.1, 0.01), 0.1);
}

TEST(DepthIn, FindsABallWhollyInsideABox) {
  EXPECT_NEAR(depth_in(sphere({0, 0, 0}, 0.1), box({0, 0, 0}, {2, 2, 2}), 0.01, 0.01), 1, 0.01);
  EXPECT_NEAR(depth_in(box({0, 0, 0}, {2, 2, 2}), sphere({0, 0, 0}, 0.1), 0.01, 0.01), 0.1, 0.01);
}

TEST(DepthIn, OfATurnedBoxInAPlaneIsThatOfItsLowestCorner) {
  const Mat3 turn = rotation({1, 2, 3}, 0.7);
  const PlacedShape floor{Shape::plane({0, 0, 1}), {}};
  const double reach = std::fabs(turn[2].x) + 2 * std::fabs(turn[2].y) + 3 * std::fabs(turn[2].z);
  EXPECT_NEAR(depth_in(box({1, 2, reach - 0.4}, {2, 4, 6}, turn), floor, 0.01, 0.01), 0.4, 0.01);
}

TEST(DepthIn, OfSampledShapesIsThatOfTheShapesTheySample) {
  const double spacing = 0.05;
  const DistanceSamples ball = sampled(Shape::sphere(1), 1.5, spacing);
  const PlacedShape a{Shape::sampled(ball.view()), {{0.3, 0, 0}, rotation({1, 2, 3}, 0.7)}};
  EXPECT_NEAR(depth_in(a, sphere({2, 0, 0}, 1), 0.1, 0.01), 0.3, 0.01 + spacing);
  EXPECT_NEAR(depth_in(sphere({2, 0, 0}, 1), a, 0.1, 0.01), 0.3, 0.01 + spacing);
  EXPECT_DOUBLE_EQ(depth_in(a, sphere({2.4, 0, 0}, 1), 0.1, 0.01), 0.1);
}

}  // namespace
}  // namespace eulersolid::test
