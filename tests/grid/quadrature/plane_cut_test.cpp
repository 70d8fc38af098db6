#include "grid/quadrature/plane_cut.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/grid/quadrature/directions.h"

/// The part of a cube behind a plane: its volume and its first moments.

namespace eulersolid::test {
namespace {

constexpr double edge = 0.3, whole = edge * edge * edge;

/// The same by inclusion and exclusion, for a normal n with three positive components: the corner
/// of the half-space, a tetrahedron with its centroid at a quarter of its edges, less what lies
/// beyond each far face. About the cube's centre.
Moments by_tetrahedra(Vec3 n, double phi) {
  const double c = 0.5 * edge * norm1(n) - phi;
  Moments sum;
  for (int v = 0; v < 8; ++v) {
    const Vec3 corner = edge * corner_of(v);
    const double height = std::fmax(0, c - dot(n, corner));
    const double sign = norm1(corner_of(v)) == 1 || v == 7 ? -1 : 1;
    const double volume = sign * std::pow(height, 3) / (6 * n.x * n.y * n.z);
    const Vec3 centre{0.5 * edge, 0.5 * edge, 0.5 * edge};
    const Vec3 quarter = 0.25 * height * Vec3{1 / n.x, 1 / n.y, 1 / n.z};
    sum += {volume, volume * (corner + quarter - centre)};
  }
  return sum;
}

Vec3 absolute(Vec3 a) { return {std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)}; }

TEST(PlaneCut, IsThatOfTetrahedra) {
  RandomPlaces random(1);
  for (int trial = 0; trial < 20000; ++trial) {
    const Vec3 n = absolute(random.direction());
    if (std::min({n.x, n.y, n.z}) < 0.05) continue;  // there inclusion and exclusion cancel
    const double phi = random.uniform(-0.55, 0.55) * edge * norm1(n);
    const Moments cut = plane_cut(phi, n, edge), exact = by_tetrahedra(n, phi);
    ASSERT_NEAR(cut.volume, exact.volume, 1e-12 * whole);
    ASSERT_LT(norm(cut.first - exact.first), 1e-12 * whole * edge);
  }
}

/// Planes along one or two axes, where whole tetrahedra are missing: as those that are tilted by
/// 1e-9 at most in two directions, which moves them by less than 1e-8 edges.
TEST(PlaneCut, IsNotUpsetByPlanesAlongAxes) {
  RandomPlaces random(2);
  for (int trial = 0; trial < 20000; ++trial) {
    Vec3 n = random.direction(), tilt;
    for (int axis = 0; axis < 2; ++axis) {
      if (random.uniform(0, 1) < 0.3) continue;
      n[(trial + axis) % 3] = 0;
      tilt[(trial + axis) % 3] = std::pow(10, random.uniform(-18, -9));
    }
    const Vec3 tilted = n + norm1(n) * tilt;
    const double phi = random.uniform(-0.55, 0.55) * edge * norm1(n);
    const Moments cut = plane_cut(phi, n, edge), near = plane_cut(phi, tilted, edge);
    ASSERT_NEAR(cut.volume, near.volume, 1e-8 * whole);
    ASSERT_LT(norm(cut.first - near.first), 1e-8 * whole * edge);
  }
  for (double c = -0.02; c < 0.33; c += 0.01) {
    const Moments slab = plane_cut(0.5 * edge - c, {0, 1, 0}, edge);
    const double d = std::fmin(std::fmax(c, 0), edge), area = edge * edge;
    EXPECT_NEAR(slab.volume, area * d, 1e-16);
    EXPECT_NEAR(slab.first.y, area * d * 0.5 * (d - edge), 1e-17);
    EXPECT_LT(norm(cross(slab.first, {0, 1, 0})), 1e-17);
  }
}

TEST(PlaneCut, OfBothSidesFillsTheCube) {
  RandomPlaces random(3);
  for (int trial = 0; trial < 10000; ++trial) {
    const Vec3 n = random.direction();
    const double phi = random.uniform(-0.6, 0.6) * edge * norm1(n);
    const Moments below = plane_cut(phi, n, edge), above = plane_cut(-phi, -n, edge);
    ASSERT_NEAR(below.volume + above.volume, whole, 1e-15 * whole);
    ASSERT_LT(norm(below.first + above.first), 1e-15 * whole * edge);
  }
}

/// A solid that is convex contains its centroid: a point placed there is never outside, and a
/// cut that is next to nothing has a point too.
TEST(PlaneCut, HasItsCentroidInside) {
  RandomPlaces random(4);
  for (int trial = 0; trial < 20000; ++trial) {
    const Vec3 n = random.direction();
    const double depth = std::pow(10, random.uniform(-14, 0)) * edge * norm1(n);
    const double phi = 0.5 * edge * norm1(n) - depth;
    const Moments cut = plane_cut(phi, n, edge);
    ASSERT_GT(cut.volume, 0);
    const Vec3 at = (1 / cut.volume) * cut.first;
    ASSERT_LT(std::max({std::fabs(at.x), std::fabs(at.y), std::fabs(at.z)}), 0.5000001 * edge);
    ASSERT_LT(phi + dot(n, at), 1e-15);
  }
}

/// Only the plane counts, not how steep phi is; of a phi without slope its sign.
TEST(PlaneCut, TakesPhiAtAnyScale) {
  const Vec3 n = normalized({1, -2, 3});
  const Moments one = plane_cut(0.05, n, edge), other = plane_cut(0.15, 3 * n, edge);
  EXPECT_NEAR(one.volume, other.volume, 1e-15 * whole);
  EXPECT_LT(norm(one.first - other.first), 1e-15 * whole * edge);
  EXPECT_EQ(plane_cut(-0.1, {}, edge).volume, whole);
  EXPECT_EQ(plane_cut(0.1, {}, edge).volume, 0);
  EXPECT_NEAR(plane_cut(0, {}, edge).volume, 0.5 * whole, 1e-15 * whole);
  EXPECT_EQ(plane_cut(NAN, n, edge).volume, 0);
}

}  // namespace
}  // namespace eulersolid::test
