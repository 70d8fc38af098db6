#include "io/scene/placed_shape.h"

#include <gtest/gtest.h>

#include <random>

namespace eulersolid {
namespace {

PlacedShape sphere(Vec3 centre, double radius) {
  ShapeSpec shape;
  shape.radius = radius;
  return {shape, centre, identity3()};
}

PlacedShape box(Vec3 centre, Vec3 size, Mat3 turn = identity3()) {
  ShapeSpec shape;
  shape.kind = ShapeKind::box, shape.size = size;
  return {shape, centre, turn};
}

PlacedShape cylinder(Vec3 centre, double radius, double length, Mat3 turn = identity3()) {
  ShapeSpec shape;
  shape.kind = ShapeKind::cylinder, shape.radius = radius, shape.length = length;
  return {shape, centre, turn};
}

TEST(SignedDistance, OfABoxBesideFaceEdgeAndInside) {
  const PlacedShape placed = box({1, 0, 0}, {2, 4, 6});
  EXPECT_DOUBLE_EQ(signed_distance(placed, {2.5, 0, 0}), 0.5);
  EXPECT_DOUBLE_EQ(signed_distance(placed, {5, 6, 0}), 5);  // 3 and 4 beyond the edge
  EXPECT_DOUBLE_EQ(signed_distance(placed, {1, 0.5, 0.5}), -1);
}

TEST(SignedDistance, OfACylinderTurnedOntoTheXAxis) {
  const PlacedShape placed = cylinder({0, 0, 0}, 1, 6, rotation({0, 1, 0}, std::acos(0.0)));
  EXPECT_NEAR(signed_distance(placed, {4, 0, 0}), 1, 1e-15);
  EXPECT_NEAR(signed_distance(placed, {0, 0, 3}), 2, 1e-15);
  EXPECT_NEAR(signed_distance(placed, {6, 5, 0}), 5, 1e-14);
  EXPECT_NEAR(signed_distance(placed, {2.5, 0, 0}), -0.5, 1e-15);
}

TEST(SignedDistance, OfAPlaneIsNegativeBehindItsNormal) {
  ShapeSpec shape;
  shape.kind = ShapeKind::plane, shape.normal = {0.6, 0, 0.8};
  EXPECT_NEAR(signed_distance({shape, {1, 2, 3}, identity3()}, {1, 2, 2}), -0.8, 1e-15);
}

/// The bounds hold every point of the shape, and none of the six faces can move inwards.
TEST(Bounds, AreTheTightestAroundTurnedShapes) {
  const Mat3 turn = rotation({1, 2, 3}, 0.7);
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (const PlacedShape& placed :
       {box({1, 2, 3}, {2, 4, 6}, turn), cylinder({1, 2, 3}, 1, 6, turn)}) {
    const Bounds box_of = bounds(placed);
    Vec3 highest{-1e9, -1e9, -1e9};
    for (int trial = 0; trial < 200000; ++trial) {
      const Vec3 p{1 + 2 * normal(random), 2 + 2 * normal(random), 3 + 2 * normal(random)};
      if (signed_distance(placed, p) > 0) continue;
      for (int axis = 0; axis < 3; ++axis) {
        ASSERT_GE(p[axis], box_of.low[axis]);
        ASSERT_LE(p[axis], box_of.high[axis]);
        highest[axis] = std::fmax(highest[axis], p[axis]);
      }
    }
    for (int axis = 0; axis < 3; ++axis) EXPECT_GT(highest[axis], box_of.high[axis] - 0.3);
  }
}

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

TEST(PositionAt, IsLinearBetweenKeyframesAndAtRestOutside) {
  ObstacleSpec obstacle;
  obstacle.position = {9, 9, 9};
  EXPECT_EQ(position_at(obstacle, 3).x, 9);
  obstacle.keyframes = {{1, {0, 0, 0}}, {3, {4, 0, 0}}, {4, {4, 2, 0}}};
  EXPECT_EQ(position_at(obstacle, 0).x, 0);
  EXPECT_DOUBLE_EQ(position_at(obstacle, 1.5).x, 1);
  EXPECT_DOUBLE_EQ(position_at(obstacle, 3.5).y, 1);
  EXPECT_EQ(position_at(obstacle, 7).y, 2);
}

}  // namespace
}  // namespace eulersolid
