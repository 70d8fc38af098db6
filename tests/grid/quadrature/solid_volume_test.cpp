#include "grid/quadrature/solid_volume.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "bench/problems/random_numbers.h"
/// The solid volumes of octants: against closed forms, and what holds for each of them.

namespace eulersolid::test {
namespace {

constexpr double pi = std::numbers::pi;

using Octants = std::array<double, 8>;

Vec3 corner_of(int n) { return {double(n & 1), double((n >> 1) & 1), double(n >> 2)}; }

/// Volumes of a cell's octants when the reference map is X(x) = A x + b.
struct Map {
  Mat3 A = identity3();
  Vec3 b;
};

Octants volumes(const PlacedShape& shape, Vec3 lower, double h, const Map& map = {}) {
  Vec3 u[8];
  double phi[8];
  for (int n = 0; n < 8; ++n) {
    const Vec3 x = lower + h * corner_of(n), X = map.A * x + map.b;
    u[n] = x - X, phi[n] = signed_distance(shape, X);
  }
  Octants w;
  solid_volumes(shape, lower, h, u, phi, w.data());
  return w;
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

/// Numbers, points and directions.
class Random : public RandomNumbers {
 public:
  using RandomNumbers::RandomNumbers;
  Vec3 point(double half) {
    const double x = uniform(-half, half), y = uniform(-half, half), z = uniform(-half, half);
    return {x, y, z};
  }
  Vec3 direction() {
    const double x = normal(), y = normal(), z = normal();
    return normalized({x, y, z});
  }
};

/// Volume of { 0 <= x, y, z <= h, n . x < c } for a normal whose components are all positive: the
/// corner of a half-space, cut off at the far faces by inclusion and exclusion.
double plane_cut(Vec3 n, double c, double h) {
  double sum = 0;
  for (int v = 0; v < 8; ++v) {
    const Vec3 corner = corner_of(v);
    const double sign = int(corner.x + corner.y + corner.z) % 2 == 0 ? 1 : -1;
    sum += sign * std::pow(std::fmax(0, c - h * dot(n, corner)), 3);
  }
  return sum / (6 * n.x * n.y * n.z);
}

PlacedShape plane(Vec3 normal, double c) {
  return {Shape::plane(normal), {c * normal, identity3()}};
}

/// A cell is cut by a plane at the distance phi = n . x - c: the weights take the volume of each
/// octant for linear in phi between its ends, which it is along an axis only. The largest error
/// seen is 0.0565 h^3; errors cancel over places, as the next test says why.
TEST(Quadrature, OfAPlaneMissesLittleInACellAndNothingOnAverage) {
  Random random(1);
  const double h = 0.3, cell = h * h * h;
  double worst = 0, sum = 0;
  int count = 0;
  for (int trial = 0; trial < 50000; ++trial) {
    const Vec3 d = random.direction();
    const Vec3 n{std::fabs(d.x), std::fabs(d.y), std::fabs(d.z)};
    if (std::min({n.x, n.y, n.z}) < 0.05) continue;  // there the closed form cancels
    const double c = random.uniform(0, h * norm1(n));
    const double error = (total(volumes(plane(n, c), {}, h)) - plane_cut(n, c, h)) / cell;
    worst = std::fmax(worst, std::fabs(error)), sum += error, ++count;
  }
  EXPECT_LT(worst, 0.06);
  EXPECT_LT(std::fabs(sum / count), 4 * 0.0274 / std::sqrt(count));  // with rms errors of 0.0274
  for (double c = -0.02; c < 0.33; c += 0.01)
    EXPECT_NEAR(total(volumes(plane({0, 1, 0}, c), {}, h)), h * h * std::fmin(std::fmax(c, 0), h),
                1e-16);
}

TEST(Quadrature, HalfSpacesOnBothSidesOfAPlaneFillEachOctant) {
  Random random(2);
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

/// A solid of uniform smearing: seen over all places of the grid, the weights are those of
/// surfaces that lie evenly within e |n|_1 / 2 of the true one, e = h/2 being an octant's edge. The
/// mean of (r + t)^3 is r^3 + r e^2 |n|_1^2 / 4, and that of |n|_1^2 over the sphere 1 + 4/pi.
TEST(Quadrature, OfABallIsTooLargeByWhatSmearingSays) {
  Random random(3);
  const int places = 16;
  const double scatter = 0.035;  // measured over places, rms
  const double constant = (1 + 4 / pi) / 16;
  for (const int cells : {8, 12, 16}) {
    const double h = 1.0 / cells;
    double mean = 0;
    for (int trial = 0; trial < places; ++trial) {
      const PlacedShape ball{Shape::sphere(1), {random.point(0.5 * h), identity3()}};
      const double part = volume_on_grid(ball, h, cells + 2) / (4 * pi / 3) - 1;
      mean += part / (h * h) / places;
    }
    EXPECT_NEAR(mean, constant, 3 * scatter * constant / std::sqrt(places)) << cells;
  }
}

/// A stretched and sheared ball: what counts is the surface in space, not in the reference.
TEST(Quadrature, OfADeformedBallIsAsGood) {
  Random random(4);
  const Map map{{{{1.2, 0.2, 0}, {0, 0.9, 0.1}, {0.1, 0, 0.8}}}, {0.01, 0.02, 0.03}};
  for (const int cells : {8, 16}) {
    const double h = 1.0 / cells;
    const PlacedShape ball{Shape::sphere(1), {random.point(0.5 * h), identity3()}};
    const double exact = 4 * pi / 3 / determinant(map.A);
    EXPECT_NEAR(volume_on_grid(ball, h, int(1.6 * cells), map), exact, 0.16 * h * h * exact);
  }
}

/// Second order in spite of the edges, since octants at edges are split: 0.25 (h/L)^2 of the volume
/// on average. Without splitting it is 0.54 (h/L)^2, and too much in each of 7 of 8 cases.
TEST(Quadrature, OfTurnedBoxesIsSecondOrder) {
  Random random(5);
  for (const int cells : {4, 8, 16}) {
    const double h = 1.0 / cells;
    for (int trial = 0; trial < 8; ++trial) {
      const Mat3 turn = rotation(random.direction(), random.uniform(0, pi));
      const PlacedShape box{Shape::box({1, 1, 1}), {random.point(0.5 * h), turn}};
      const double error = volume_on_grid(box, h, cells + 1) - 1;
      EXPECT_LT(std::fabs(error), 0.4 * h * h) << cells;
    }
  }
}

/// n . X < c with X = A x + b is a half-space of x too. Weights do not depend on the scale of phi.
TEST(Quadrature, OfAPlaneInADeformedBodyIsThatOfThePlaneInSpace) {
  Random random(8);
  const double h = 0.3;
  const Map map{{{{1.2, 0.2, 0}, {0, 0.9, 0.1}, {0.1, 0, 0.8}}}, {0.01, 0.02, 0.03}};
  for (int trial = 0; trial < 1000; ++trial) {
    const Vec3 n = random.direction(), slope = transpose(map.A) * n;
    const double c = random.uniform(-0.5, 0.5), steepness = norm(slope);
    const Octants in_body = volumes(plane(n, c), {}, h, map);
    const Octants in_space =
        volumes(plane((1 / steepness) * slope, (c - dot(n, map.b)) / steepness), {}, h);
    for (std::size_t q = 0; q < 8; ++q) ASSERT_NEAR(in_body[q], in_space[q], 1e-13 * h * h * h);
  }
}

/// A larger solid has no less in any octant: exactly so where no edge is near.
TEST(Quadrature, GrowsWithTheSolid) {
  Random random(6);
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
  Random random(7);
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
