#include <gtest/gtest.h>

#include <numbers>

#include "shapes/many_distances.h"
#include "tests/shapes/shapes.h"

namespace eulersolid::test {
namespace {

constexpr double pi = std::numbers::pi;

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
  const PlacedShape plane{Shape::plane({0.6, 0, 0.8}), {{1, 2, 3}, identity3()}};
  EXPECT_NEAR(signed_distance(plane, {1, 2, 2}), -0.8, 1e-15);
}

TEST(SignedDistance, OfManyPointsIsThatOfEach) {
  constexpr int count = 27;
  const Mat3 turn = rotation({1, 2, 3}, 0.7);
  RandomPoints random(7, 3);
  for (const PlacedShape& placed :
       {sphere({0.3, 0, 0}, 1), box({0, 0.2, 0}, {1, 2, 3}, turn), cylinder({0, 0, 1}, 1, 3, turn),
        PlacedShape{Shape::plane({0.6, 0, 0.8}), {{1, 2, 3}, turn}}}) {
    Vec3 x[count];
    double each[count], many[count];
    for (int n = 0; n < count; ++n) x[n] = random(), each[n] = signed_distance(placed, x[n]);
    signed_distances<count>(placed, x, many);
    for (int n = 0; n < count; ++n) EXPECT_EQ(many[n], each[n]) << int(placed.shape.kind);
  }
}

/// A primitive with what its definition says: which points are inside, and points of its surface.
struct Case {
  const char* name;
  Shape shape;
  bool (*inside)(Vec3);
  std::vector<Vec3> surface;
  double gap;  ///< no point of the surface is farther from one of these [m]
};

Case sphere_case() {  // of radius 1: points at the centres of patches of 0.02 by at most 0.02
  Case c{"sphere", Shape::sphere(1), [](Vec3 p) { return dot(p, p) < 1; }, {}, 0.015};
  for (double t = 0.01; t < pi; t += 0.02)
    for (double f = 0; f < 2 * pi; f += 0.02 / std::fmax(std::sin(t), 0.02))
      c.surface.push_back({std::sin(t) * std::cos(f), std::sin(t) * std::sin(f), std::cos(t)});
  return c;
}

Case box_case() {  // of 1 x 2 x 3
  Case c{"box",
         Shape::box({1, 2, 3}),
         [](Vec3 p) { return std::fabs(p.x) < 0.5 && std::fabs(p.y) < 1 && std::fabs(p.z) < 1.5; },
         {},
         0.015};
  const Vec3 half{0.5, 1, 1.5};
  for (int axis = 0; axis < 3; ++axis) {
    const int b = (axis + 1) % 3, d = (axis + 2) % 3;
    for (double s = -half[b]; s <= half[b] + 1e-9; s += 0.02)
      for (double t = -half[d]; t <= half[d] + 1e-9; t += 0.02)
        for (const double side : {-1.0, 1.0}) {
          Vec3 p;
          p[axis] = side * half[axis], p[b] = s, p[d] = t;
          c.surface.push_back(p);
        }
  }
  return c;
}

Case cylinder_case() {  // of radius 1 and length 1.5
  Case c{"cylinder",
         Shape::cylinder(1, 1.5),
         [](Vec3 p) { return p.x * p.x + p.y * p.y < 1 && std::fabs(p.z) < 0.75; },
         {},
         0.015};
  for (double f = 0; f < 2 * pi; f += 0.02) {
    for (double z = -0.75; z <= 0.75 + 1e-9; z += 0.02)
      c.surface.push_back({std::cos(f), std::sin(f), z});
    for (double r = 0; r <= 1 + 1e-9; r += 0.02)
      for (const double z : {-0.75, 0.75})
        c.surface.push_back({r * std::cos(f), r * std::sin(f), z});
  }
  return c;
}

/// The definition: the distance to the nearest point of the surface, negative inside. The points
/// of the surface are exact, so none may be nearer, and the nearest is at most a gap too far.
TEST(SignedDistance, OfPrimitivesIsThatOfTheNearestPointOfTheSurface) {
  for (const Case& c : {sphere_case(), box_case(), cylinder_case()}) {
    RandomPoints random(1, 2);
    for (int trial = 0; trial < 100; ++trial) {
      const Vec3 p = random();
      double nearest = 1e9;
      for (const Vec3 s : c.surface) nearest = std::fmin(nearest, norm(p - s));
      const double distance = signed_distance(c.shape, p);
      EXPECT_LE(std::fabs(distance), nearest + 1e-14) << c.name;
      EXPECT_GE(std::fabs(distance), nearest - c.gap) << c.name;
      EXPECT_EQ(distance < 0, c.inside(p)) << c.name;
    }
  }
}

TEST(SignedDistance, ChangesByNoMoreThanTheWayGone) {
  const Mat3 turn = rotation({1, 2, 3}, 0.7);
  for (const Shape& shape : {Shape::sphere(0.8), Shape::box({1, 2, 0.5}), Shape::cylinder(0.6, 2),
                             Shape::plane({0.6, 0, 0.8})}) {
    const PlacedShape placed{shape, {{0.1, -0.2, 0.3}, turn}};
    RandomPoints point(2, 2), step(3, 0.3);
    for (int trial = 0; trial < 10000; ++trial) {
      const Vec3 a = point(), b = a + step();
      const double change = signed_distance(placed, a) - signed_distance(placed, b);
      ASSERT_LE(std::fabs(change), norm(a - b) + 1e-15);
    }
  }
}

TEST(Shape, MeasuresOfPrimitivesAreTheClosedForms) {
  EXPECT_DOUBLE_EQ(volume(Shape::sphere(3)), 36 * pi);
  EXPECT_DOUBLE_EQ(volume(Shape::box({2, 4, 6})), 48);
  EXPECT_DOUBLE_EQ(volume(Shape::cylinder(2, 5)), 20 * pi);
  EXPECT_DOUBLE_EQ(thickness(Shape::sphere(3)), 6);
  EXPECT_DOUBLE_EQ(thickness(Shape::box({4, 2, 6})), 2);
  EXPECT_DOUBLE_EQ(thickness(Shape::cylinder(2, 5)), 4);
  EXPECT_DOUBLE_EQ(thickness(Shape::cylinder(2, 3)), 3);
  EXPECT_EQ(norm(centroid(box({1, 2, 3}, {2, 4, 6}, rotation({1, 2, 3}, 0.7))) - Vec3{1, 2, 3}), 0);
}

/// The bounds hold every point of the shape, and none of the six faces can move inwards.
TEST(Bounds, AreTheTightestAroundTurnedShapes) {
  const Mat3 turn = rotation({1, 2, 3}, 0.7);
  const DistanceSamples samples = sampled(Shape::box({2, 4, 6}), 3.5, 0.25);
  const PlacedShape turned_samples{Shape::sampled(samples.view()), {{1, 2, 3}, turn}};
  for (const PlacedShape& placed :
       {box({1, 2, 3}, {2, 4, 6}, turn), cylinder({1, 2, 3}, 1, 6, turn), turned_samples}) {
    const Bounds box_of = bounds(placed);
    Vec3 lowest{1e9, 1e9, 1e9}, highest{-1e9, -1e9, -1e9};
    RandomPoints random(5, 4);
    for (int trial = 0; trial < 200000; ++trial) {
      const Vec3 p = Vec3{1, 2, 3} + random();
      if (signed_distance(placed, p) > 0) continue;
      for (int axis = 0; axis < 3; ++axis) {
        ASSERT_GE(p[axis], box_of.low[axis]);
        ASSERT_LE(p[axis], box_of.high[axis]);
        lowest[axis] = std::fmin(lowest[axis], p[axis]);
        highest[axis] = std::fmax(highest[axis], p[axis]);
      }
    }
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_LT(lowest[axis], box_of.low[axis] + 0.4);
      EXPECT_GT(highest[axis], box_of.high[axis] - 0.4);
    }
  }
}

}  // namespace
}  // namespace eulersolid::test
