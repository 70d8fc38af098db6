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

/// What touches is known not to overlap without a search, which would take minutes here; the least
/// that counts is found.
TEST(DepthIn, IsExactWhereFlatFacesOrBallsTouch) {
  const Mat3 turn = rotation({1, 2, 3}, 0.7);
  const auto on_top = [&](double gap) { return box(turn * Vec3{3, 4, 2 + gap}, {8, 9, 2}, turn); };
  const PlacedShape below = box({}, {8, 9, 2}, turn);
  const double fine = 1e-6, ignored = 1e-4;
  EXPECT_EQ(overlap(on_top(0), below, ignored, fine), ignored);
  EXPECT_EQ(overlap(on_top(-0.99e-4), below, ignored, fine), ignored);
  EXPECT_EQ(overlap(sphere({}, 3), sphere(turn * Vec3{0, 0, 4 - 0.99e-4}, 1), ignored, fine),
            ignored);
  EXPECT_NEAR(overlap(on_top(-0.015), below, 0.01, 0.01), 0.015, 0.004);
  EXPECT_NEAR(overlap(sphere({}, 3), sphere(turn * Vec3{0, 0, 3.985}, 1), 0.01, 0.01), 0.015,
              0.004);
}

/// The plate is deep in the block, the block nowhere deep in the plate.
TEST(Overlap, IsTheGreaterOfBothDepths) {
  const PlacedShape plate = box({0.9, 0, 0}, {4, 4, 0.02}), block = box({}, {2, 2, 2});
  EXPECT_NEAR(depth_in(block, plate, 0.001, 0.01), 0.01, 0.01);
  EXPECT_NEAR(overlap(block, plate, 0.001, 0.01), 1, 0.01);
  EXPECT_NEAR(overlap(plate, block, 0.001, 0.01), 1, 0.01);
}

/// A ring around a ball that it touches all along, and the plate in the block.
TEST(ReachesInto, SaysWhetherTheyOverlapByMoreThanIsIgnored) {
  const auto ring = [](double x) {
    return PlacedShape{Shape::torus(1.5, 0.5), {{x, 0, 0}, identity3()}};
  };
  EXPECT_FALSE(reaches_into(sphere({}, 0.98), ring(0), 1e-3, 0.01));
  EXPECT_TRUE(reaches_into(sphere({}, 0.98), ring(0.05), 1e-3, 0.01));
  EXPECT_TRUE(reaches_into(ring(0.05), sphere({}, 0.98), 1e-3, 0.01));
  EXPECT_FALSE(reaches_into(sphere({}, 0.98), ring(0.05), 0.04, 0.01));
  const PlacedShape plate = box({0.9, 0, 0}, {4, 4, 0.02}), block = box({}, {2, 2, 2});
  EXPECT_TRUE(reaches_into(plate, block, 0.001, 0.01));
  EXPECT_TRUE(reaches_into(block, plate, 0.001, 0.01));
}

TEST(DepthIn, OfAPlaneIsExact) {
  const PlacedShape floor{Shape::plane({0, 0, 1}), {{0, 0, 0.5}, rotation({1, 0, 0}, 0.3)}};
  const Vec3 up = floor.pose.rotation * Vec3{0, 0, 1};
  const PlacedShape rod = cylinder(0.5 * Vec3{0, 0, 1} + 0.9 * up, 1, 3, rotation({0, 1, 0}, 1.1));
  const Vec3 axis = rod.pose.rotation * Vec3{0, 0, 1};
  const double c = dot(axis, up), reach = std::sqrt(1 - c * c) + 1.5 * std::fabs(c);
  EXPECT_NEAR(depth_in(rod, floor, 0.01, 1), reach - 0.9, 1e-14);
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
