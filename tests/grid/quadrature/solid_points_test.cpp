#include "grid/quadrature/solid_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "tests/grid/quadrature/directions.h"

/// The solid in octants: against closed forms, and what holds for each of them.

namespace eulersolid::test {
namespace {

constexpr double pi = std::numbers::pi;

using Octants = std::array<double, 8>;

/// The reference map X(x) = A x + b.
struct Map {
  Mat3 A = identity3();
  Vec3 b;
};

CellPoints points_of(const PlacedShape& shape, Vec3 lower, double h, const Map& map = {}) {
  Vec3 u[8];
  double phi[8];
  for (int n = 0; n < 8; ++n) {
    const Vec3 x = lower + h * corner_of(n), X = map.A * x + map.b;
    u[n] = x - X, phi[n] = signed_distance(shape, X);
  }
  CellPoints points;
  solid_points(shape, lower, h, u, phi, points);
  return points;
}

Octants volumes(const PlacedShape& shape, Vec3 lower, double h, const Map& map = {}) {
  return std::to_array(points_of(shape, lower, h, map).w);
}

double total(const Octants& w) {
  double sum = 0;
  for (const double v : w) sum += v;
  return sum;
}

/// Volume of a shape on a grid with the origin as a node, from -n h to n h in each direction.
double volume_on_grid(const PlacedShape& shape, double h, int n, const Map& map = {}) {
  double sum = 0;
  for (int k = -n; k < n; ++k)
    for (int j = -n; j < n; ++j)
      for (int i = -n; i < n; ++i)
        sum += total(volumes(shape, h * Vec3{double(i), double(j), double(k)}, h, map));
  return sum;
}

PlacedShape plane(Vec3 normal, double c) {
  return {Shape::plane(normal), {c * normal, identity3()}};
}

/// Where n . X < c with X = A x + b, the plane in space cuts the whole cell as it cuts its octants:
/// with it, 1, x, y and z are integrated to rounding.
TEST(Quadrature, OfAPlaneIsExactForLinearFunctions) {
  RandomPlaces random(1);
  const double h = 0.3, cell = h * h * h;
  const Map map{{{{1.2, 0.2, 0}, {0, 0.9, 0.1}, {0.1, 0, 0.8}}}, {0.01, 0.02, 0.03}};
  for (int trial = 0; trial < 5000; ++trial) {
    const Vec3 n = random.direction(), slope = transpose(map.A) * n;
    const double c = random.uniform(-0.3, 0.6);
    const CellPoints points = points_of(plane(n, c), {}, h, map);
    const Vec3 middle{0.5 * h, 0.5 * h, 0.5 * h};
    const Moments exact = plane_cut(dot(slope, middle) + dot(n, map.b) - c, slope, h);
    double volume = 0;
    Vec3 first;
    for (int q = 0; q < 8; ++q) {
      const Vec3 x = h * Vec3{points.at[0][q], points.at[1][q], points.at[2][q]};
      volume += points.w[q], first += points.w[q] * (x - middle);
    }
    ASSERT_NEAR(volume, exact.volume, 1e-14 * cell);
    ASSERT_LT(norm(first - exact.first), 1e-14 * cell * h);
  }
}

TEST(Quadrature, HalfSpacesOnBothSidesOfAPlaneFillEachOctant) {
  RandomPlaces random(2);
  const double h = 0.3, octant = h * h * h / 8;
  for (int trial = 0; trial < 1000; ++trial) {
    const Vec3 n = random.direction();
    const double c = random.uniform(-0.5, 0.5);
    const Octants below = volumes(plane(n, c), {}, h), above = volumes(plane(-n, -c), {}, h);
    for (int q = 0; q < 8; ++q) {
      ASSERT_NEAR(below[std::size_t(q)] + above[std::size_t(q)], octant, 1e-15 * octant * 8);
      ASSERT_GE(below[std::size_t(q)], 0);
      ASSERT_LE(below[std::size_t(q)], octant);
    }
  }
}

/// In an octant the plane of the mean of phi leaves what is of fourth order in the octant's size:
/// up to 0.07 (h/R)^4 here. With phi at the middle a ball would be too large by (h/R)^2/16, a
/// hundred times as much at 8 cells. (At 4 cells curvature counts as an edge, and octants are
/// split.)
TEST(Quadrature, OfABallIsOfFourthOrder) {
  RandomPlaces random(3);
  for (const int cells : {4, 8, 16}) {
    const double h = 1.0 / cells;
    for (int trial = 0; trial < 8; ++trial) {
      const PlacedShape ball{Shape::sphere(1), {random.point(0.5 * h), identity3()}};
      const double part = volume_on_grid(ball, h, cells + 2) / (4 * pi / 3) - 1;
      EXPECT_LT(std::fabs(part), 0.1 * std::pow(h, 4)) << cells;
    }
  }
}

/// A stretched and sheared ball: what counts is the surface in space, not in the reference.
TEST(Quadrature, OfADeformedBallIsAsGood) {
  RandomPlaces random(4);
  const Map map{{{{1.2, 0.2, 0}, {0, 0.9, 0.1}, {0.1, 0, 0.8}}}, {0.01, 0.02, 0.03}};
  for (const int cells : {8, 16}) {
    const double h = 1.0 / cells;
    const PlacedShape ball{Shape::sphere(1), {random.point(0.5 * h), identity3()}};
    const double exact = 4 * pi / 3 / determinant(map.A);
    const double bound = 0.1 * std::pow(h, 4) * exact;
    EXPECT_NEAR(volume_on_grid(ball, h, int(1.6 * cells), map), exact, bound);
  }
}

/// Second order in spite of the edges, since octants at edges are split: of 40 places the largest
/// error was 0.009 (h/L)^2, and without splitting 0.1 (h/L)^2.
TEST(Quadrature, OfTurnedBoxesIsSecondOrder) {
  RandomPlaces random(5);
  for (const int cells : {4, 8, 16}) {
    const double h = 1.0 / cells;
    for (int trial = 0; trial < 8; ++trial) {
      const Mat3 turn = rotation(random.direction(), random.uniform(0, pi));
      const PlacedShape box{Shape::box({1, 1, 1}), {random.point(0.5 * h), turn}};
      const double error = volume_on_grid(box, h, cells + 1) - 1;
      EXPECT_LT(std::fabs(error), 0.02 * h * h) << cells;
    }
  }
}

/// A larger solid has no less in any octant: exactly so where no edge is near.
TEST(Quadrature, GrowsWithTheSolid) {
  RandomPlaces random(6);
  const double h = 0.25;
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3 lower = random.point(1), n = random.direction();
    Octants ball_before{}, plane_before{};
    for (double size = 0.5; size < 1.5; size += 0.01) {
      const Octants ball = volumes({Shape::sphere(size), {}}, lower, h);
      const Octants flat = volumes(plane(n, size - 1), lower, h);
      for (std::size_t q = 0; q < 8; ++q) {
        ASSERT_GE(ball[q], ball_before[q]);
        ASSERT_GE(flat[q], plane_before[q]);
        ASSERT_LE(ball[q], h * h * h / 8);
      }
      ball_before = ball, plane_before = flat;
    }
  }
}

/// Mirrored in x, y and z = 0, cells with octants that are split included.
TEST(Quadrature, OfMirroredSolidsIsMirrored) {
  RandomPlaces random(7);
  const double h = 0.25, octant = h * h * h / 8;
  for (int trial = 0; trial < 300; ++trial) {
    const Mat3 turn = rotation(random.direction(), random.uniform(0, pi));
    const Vec3 centre = random.point(0.1), lower = random.point(0.6);
    const Octants w = volumes({Shape::box({0.9, 0.8, 0.7}), {centre, turn}}, lower, h);
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 flip{1, 1, 1};
      flip[axis] = -1;
      const auto mirrored = [&](Vec3 v) { return Vec3{flip.x * v.x, flip.y * v.y, flip.z * v.z}; };
      // S R S mirrors a rotation; the box itself is symmetric.
      const Mat3 S = diagonal(flip.x, flip.y, flip.z);
      Vec3 start = mirrored(lower);
      start[axis] -= h;
      const Octants m =
          volumes({Shape::box({0.9, 0.8, 0.7}), {mirrored(centre), S * turn * S}}, start, h);
      for (int q = 0; q < 8; ++q)
        ASSERT_NEAR(m[std::size_t(q ^ (1 << axis))], w[std::size_t(q)], 1e-13 * octant);
    }
  }
}

}  // namespace
}  // namespace eulersolid::test
