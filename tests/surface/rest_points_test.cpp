#include "surface/rest_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/math/mat3.h"

using namespace eulersolid;

namespace {

constexpr double pi = 3.14159265358979323846;

struct Sums {
  Vec3 vector;      ///< of area vectors
  double area = 0;  ///< of their lengths
};

Sums sums_of(const std::vector<RestPoint>& points) {
  Sums sums;
  for (const RestPoint& point : points) sums.vector += point.area, sums.area += norm(point.area);
  return sums;
}

}  // namespace

/// The faces of the mesh that they belong to are closed, whatever the shape.
TEST(RestPoints, HaveAreaVectorsWithoutSum) {
  const Shape shapes[] = {Shape::sphere(0.3),
                          Shape::box({0.3, 0.5, 0.41}),
                          Shape::cylinder(0.2, 0.5),
                          Shape::torus(0.3, 0.1),
                          Shape::cone(0.3, 0.0, 0.5),
                          Shape::capsule(0.1, 0.5),
                          Shape::ellipsoid({0.4, 0.2, 0.3}),
                          Shape::rounded_box({0.4, 0.3, 0.3}, 0.05)};
  for (const Shape& shape : shapes) {
    const Sums sums = sums_of(rest_points(shape, 0.049));
    EXPECT_GT(sums.area, 0.2);
    EXPECT_LT(norm(sums.vector), 1e-12 * sums.area) << int(shape.kind);
  }
}

/// Edges and corners are among them, and what points have across a face is its area.
TEST(RestPoints, OfABoxLieOnItsFacesEdgesAndCorners) {
  const Vec3 half{0.21, 0.3, 0.25};
  const double spacing = 0.0493;
  const std::vector<RestPoint> points = rest_points(Shape::box(2 * half), spacing);
  double top = 0;
  int corners = 0, edges = 0;
  for (const RestPoint& point : points) {
    int on = 0;
    double farthest = -1;
    for (int axis = 0; axis < 3; ++axis) {
      const double beyond = std::fabs(point.at[axis]) - half[axis];
      farthest = std::max(farthest, beyond);
      on += std::fabs(beyond) < 0.01 * spacing;
    }
    EXPECT_NEAR(farthest, 0, 0.002 * spacing);
    corners += on == 3, edges += on == 2;
    EXPECT_EQ(point.sharp, on > 1);
    top += std::fmax(0, point.area.z);
  }
  EXPECT_EQ(corners, 8);
  const double length = 8 * (half.x + half.y + half.z);
  EXPECT_NEAR(edges, length / spacing, 24);  // one a cell of the lattice
  EXPECT_NEAR(top, 4 * half.x * half.y, 1e-3 * half.x * half.y);
}

/// On a sphere they lie on the surface, and faces between them are chords: second order.
TEST(RestPoints, OfASphereHaveItsAreaToSecondOrder) {
  const double R = 0.5;
  double error[2];
  for (const int level : {0, 1}) {
    const std::vector<RestPoint> points = rest_points(Shape::sphere(R), level ? 0.03 : 0.06);
    for (const RestPoint& point : points) {
      EXPECT_NEAR(norm(point.at), R, 1e-6);
      EXPECT_FALSE(point.sharp);
      EXPECT_GT(dot(normalized(point.area), normalized(point.at)), 0.99);
    }
    error[level] = std::fabs(sums_of(points).area / (4 * pi * R * R) - 1);
  }
  EXPECT_LT(error[0], 0.01);
  EXPECT_NEAR(std::log2(error[0] / error[1]), 2, 0.4);
}

/// Mirrored shapes have mirrored points: the lattice lies about the middle of the shape.
TEST(RestPoints, AreMirrorSymmetric) {
  const std::vector<RestPoint> points = rest_points(Shape::cylinder(0.2, 0.5), 0.0493);
  for (const RestPoint& point : points) {
    const Vec3 image{-point.at.x, point.at.y, point.at.z};
    EXPECT_TRUE(std::any_of(points.begin(), points.end(),
                            [&](auto& other) { return norm(other.at - image) < 1e-9; }));
  }
}
