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
        PlacedShape{Shape::plane({0.6, 0, 0.8}), {{1, 2, 3}, turn}},
        PlacedShape{Shape::torus(1, 0.4), {{1, 0, 0}, turn}}}) {
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

/// Of a solid swept about z by a closed curve: points of its surface by a parameter of the curve
/// and an angle.
/// @param curve  the distance from the axis and the height, in steps of at most 0.02 [m]
Case swept(const char* name, const Shape& shape, bool (*inside)(Vec3),
           const std::vector<std::pair<double, double>>& curve) {
  Case c{name, shape, inside, {}, 0.015};
  for (const auto& [rho, z] : curve)
    for (double f = 0; f < 2 * pi; f += 0.02 / std::fmax(rho, 0.02))
      c.surface.push_back({rho * std::cos(f), rho * std::sin(f), z});
  return c;
}

void add_line(std::vector<std::pair<double, double>>& curve, double rho0, double z0, double rho1,
              double z1) {
  const int steps = int(std::ceil(std::hypot(rho1 - rho0, z1 - z0) / 0.02));
  for (int n = 0; n <= steps; ++n) {
    const double part = double(n) / steps;
    curve.push_back({(1 - part) * rho0 + part * rho1, (1 - part) * z0 + part * z1});
  }
}

Case capsule_case() {  // of radius 0.5 and length 2.6: the axis goes from -0.8 to 0.8
  std::vector<std::pair<double, double>> curve;
  add_line(curve, 0.5, -0.8, 0.5, 0.8);
  for (double t = 0; t <= 0.5 * pi; t += 0.01)
    for (const double side : {-1.0, 1.0})
      curve.push_back({0.5 * std::cos(t), side * (0.8 + 0.5 * std::sin(t))});
  const auto inside = [](Vec3 p) {
    const double z = std::fmin(std::fmax(p.z, -0.8), 0.8);
    return norm(p - Vec3{0, 0, z}) < 0.5;
  };
  return swept("capsule", Shape::capsule(0.5, 2.6), inside, curve);
}

Case cone_case() {  // of radius 1 at -0.75, with its point at 0.75
  std::vector<std::pair<double, double>> curve;
  add_line(curve, 0, -0.75, 1, -0.75), add_line(curve, 1, -0.75, 0, 0.75);
  const auto inside = [](Vec3 p) {
    return p.z > -0.75 && std::hypot(p.x, p.y) < (0.75 - p.z) / 1.5;
  };
  return swept("cone", Shape::cone(1, 0, 1.5), inside, curve);
}

Case cut_cone_case() {  // of radius 0.3 at -0.5 and 1.2 at 0.5
  std::vector<std::pair<double, double>> curve;
  add_line(curve, 0, -0.5, 0.3, -0.5), add_line(curve, 0.3, -0.5, 1.2, 0.5);
  add_line(curve, 1.2, 0.5, 0, 0.5);
  const auto inside = [](Vec3 p) {
    return std::fabs(p.z) < 0.5 && std::hypot(p.x, p.y) < 0.3 + 0.9 * (p.z + 0.5);
  };
  return swept("cut cone", Shape::cone(0.3, 1.2, 1), inside, curve);
}

Case torus_case() {
  std::vector<std::pair<double, double>> curve;
  for (double t = 0; t < 2 * pi; t += 0.04)
    curve.push_back({1 + 0.4 * std::cos(t), 0.4 * std::sin(t)});
  const auto inside = [](Vec3 p) { return std::hypot(std::hypot(p.x, p.y) - 1, p.z) < 0.4; };
  return swept("torus", Shape::torus(1, 0.4), inside, curve);
}

constexpr Vec3 half_axes{1.6, 0.4, 0.9};  // [m]

Case ellipsoid_case() {  // points of a unit sphere, stretched
  Case c{"ellipsoid",
         Shape::ellipsoid(half_axes),
         [](Vec3 p) {
           return norm({p.x / half_axes.x, p.y / half_axes.y, p.z / half_axes.z}) < 1;
         },
         {},
         0.015};
  for (const Vec3 p : sphere_case().surface)
    c.surface.push_back({half_axes.x * p.x, half_axes.y * p.y, half_axes.z * p.z});
  return c;
}

Case rounded_box_case() {  // the points at 0.2 from a box of 0.6 x 1.6 x 2.6
  Case c{"rounded box",
         Shape::rounded_box({1, 2, 3}, 0.2),
         [](Vec3 p) {
           const Vec3 q{std::fmax(std::fabs(p.x) - 0.3, 0), std::fmax(std::fabs(p.y) - 0.8, 0),
                        std::fmax(std::fabs(p.z) - 1.3, 0)};
           return norm(q) < 0.2;
         },
         {},
         0.02};
  // From each point of a coarse grid of the inner box's surface in all directions outwards of it.
  const Vec3 inner{0.3, 0.8, 1.3};
  for (const Vec3 p : box_case().surface) {
    Vec3 foot, away;
    for (int axis = 0; axis < 3; ++axis) {
      foot[axis] = std::fmin(std::fmax(p[axis], -inner[axis]), inner[axis]);
      away[axis] = p[axis] - foot[axis];
    }
    c.surface.push_back(foot + 0.2 * normalized(away));
  }
  return c;
}

/// The definition: the distance to the nearest point of the surface, negative inside. The points
/// of the surface are exact, so none may be nearer, and the nearest is at most a gap too far.
TEST(SignedDistance, OfPrimitivesIsThatOfTheNearestPointOfTheSurface) {
  for (const Case& c : {sphere_case(), box_case(), cylinder_case(), capsule_case(), cone_case(),
                        cut_cone_case(), torus_case(), ellipsoid_case(), rounded_box_case()}) {
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

/// Where the formulas have no direction to go: at the centre, on axes and planes of symmetry, also
/// where several points of the surface are nearest, at points of the surface, and far away.
TEST(SignedDistance, OfAnEllipsoidOnItsAxesAndPlanesOfSymmetry) {
  const Shape thin = Shape::ellipsoid({1.6, 0.4, 0.9}), ball = Shape::ellipsoid({2, 2, 2});
  EXPECT_DOUBLE_EQ(signed_distance(thin, {0, 0, 0}), -0.4);
  EXPECT_NEAR(signed_distance(thin, {1.6, 0, 0}), 0, 1e-15);
  EXPECT_DOUBLE_EQ(signed_distance(thin, {0, 0, -5}), 4.1);
  EXPECT_DOUBLE_EQ(signed_distance(thin, {0, 0.1, 0}), -0.3);
  // On the longest axis the nearest point is off it until where the curvature's centre is: at
  // x = 0.6 it has x' = 1.6^2 x / (1.6^2 - 0.4^2) and y' = 0.4 sqrt(1 - x'^2 / 1.6^2).
  const double x = 1.6 * 1.6 * 0.6 / (1.6 * 1.6 - 0.4 * 0.4), y = 0.4 * std::sqrt(1 - x * x / 2.56);
  EXPECT_NEAR(signed_distance(thin, {0.6, 0, 0}), -std::hypot(x - 0.6, y), 1e-15);
  EXPECT_NEAR(signed_distance(thin, {1.55, 0, 0}), -0.05, 1e-15);
  EXPECT_DOUBLE_EQ(signed_distance(thin, {1e6, 0, 0}), 1e6 - 1.6);
  EXPECT_DOUBLE_EQ(signed_distance(ball, {0, 0, 0}), -2);
  EXPECT_NEAR(signed_distance(ball, {3, 4, 0}), 3, 1e-14);
}

/// Off edges and the sets where two points of the surface are nearest, a distance rises by the way
/// gone: |grad| = 1 by central differences, whose error is the third derivative, at most 1/0.1^2
/// near a surface of these curvatures, times step^2/6, and rounding over the step.
TEST(SignedDistance, RisesByTheWayGone) {
  const double step = 1e-5;
  for (const Shape& shape : {Shape::capsule(0.5, 2.6), Shape::torus(1, 0.4), Shape::cone(1, 0, 1.5),
                             Shape::cone(0.3, 1.2, 1), Shape::ellipsoid({1.6, 0.4, 0.9}),
                             Shape::rounded_box({1, 2, 3}, 0.2)}) {
    RandomPoints point(6, 2);
    int looked_at = 0;
    for (int trial = 0; trial < 2000; ++trial) {
      const Vec3 p = point();
      Vec3 gradient;
      for (int axis = 0; axis < 3; ++axis) {
        Vec3 d;
        d[axis] = step;
        gradient[axis] =
            (signed_distance(shape, p + d) - signed_distance(shape, p - d)) / (2 * step);
      }
      const double distance = signed_distance(shape, p);
      if (distance < 0.02) continue;  // all sets of that kind are inside or on the axis
      if (std::hypot(p.x, p.y) < 0.1) continue;
      ++looked_at;
      EXPECT_NEAR(norm(gradient), 1, 1e-8) << int(shape.kind);
      // and the foot that it leads to is on the surface
      EXPECT_NEAR(signed_distance(shape, p - distance * gradient), 0, 1e-8) << int(shape.kind);
    }
    EXPECT_GT(looked_at, 1000);
  }
}

TEST(SignedDistance, ChangesByNoMoreThanTheWayGone) {
  const Mat3 turn = rotation({1, 2, 3}, 0.7);
  for (const Shape& shape :
       {Shape::sphere(0.8), Shape::box({1, 2, 0.5}), Shape::cylinder(0.6, 2),
        Shape::plane({0.6, 0, 0.8}), Shape::capsule(0.5, 2.6), Shape::cone(1, 0.2, 1.5),
        Shape::torus(1, 0.4), Shape::ellipsoid({1.6, 0.4, 0.9}),
        Shape::rounded_box({1, 2, 3}, 0.2)}) {
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

/// The part of a box full of random points that lies inside, against the closed form: with n points
/// the part p is off by sqrt(p (1 - p) / n), four times which 1 in 16000 exceeds. Likewise their
/// mean is the centroid, and the deepest of them half the thickness.
TEST(Shape, MeasuresAreThoseOfItsPoints) {
  const int points = 400000;
  for (const Shape& shape :
       {Shape::capsule(0.5, 2.6), Shape::cone(1.2, 0, 1.5), Shape::cone(0.3, 1.2, 0.5),
        Shape::torus(1, 0.4), Shape::ellipsoid({1.4, 0.4, 0.9}),
        Shape::rounded_box({1, 2, 1.5}, 0.3)}) {
    RandomPoints random(9, 1.5);
    double inside = 0, deepest = 0;
    Vec3 sum;
    for (int n = 0; n < points; ++n) {
      const Vec3 p = random();
      const double distance = signed_distance(shape, p);
      if (distance >= 0) continue;
      inside += 1, sum += p, deepest = std::fmin(deepest, distance);
    }
    const double part = inside / points, box = 27;
    EXPECT_NEAR(volume(shape), box * part, 4 * box * std::sqrt(part * (1 - part) / points))
        << int(shape.kind);
    EXPECT_LT(norm((1 / inside) * sum - centroid({shape, {}})), 4 * 1.5 / std::sqrt(inside))
        << int(shape.kind);
    EXPECT_LE(-deepest, 0.5 * thickness(shape) + 1e-15) << int(shape.kind);
    EXPECT_GT(-deepest, 0.5 * thickness(shape) - 0.03) << int(shape.kind);
  }
}

/// The bounds hold every point of the shape, and none of the six faces can move inwards.
TEST(Bounds, AreTheTightestAroundTurnedShapes) {
  const Mat3 turn = rotation({1, 2, 3}, 0.7);
  const DistanceSamples samples = sampled(Shape::box({2, 4, 6}), 3.5, 0.25);
  const PlacedShape turned_samples{Shape::sampled(samples.view()), {{1, 2, 3}, turn}};
  const Pose pose{{1, 2, 3}, turn};
  for (const PlacedShape& placed :
       {box({1, 2, 3}, {2, 4, 6}, turn), cylinder({1, 2, 3}, 1, 6, turn), turned_samples,
        PlacedShape{Shape::capsule(1, 6), pose}, PlacedShape{Shape::cone(2, 0, 5), pose},
        PlacedShape{Shape::cone(1, 2, 4), pose}, PlacedShape{Shape::torus(2, 0.9), pose},
        PlacedShape{Shape::ellipsoid({1, 2, 3}), pose},
        PlacedShape{Shape::rounded_box({2, 4, 6}, 0.8), pose}}) {
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
