#include "io/geometry/distances/closed_surface.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "io/geometry/distances/mesh_distance.h"
#include "io/geometry/distances/mesh_samples.h"
#include "shapes/primitives.h"
#include "tests/io/geometry/mesh_files.h"

namespace eulersolid::test {
namespace {

/// A ball with deep valleys and sharp crests: edges and corners of every kind.
TriangleMesh star() {
  TriangleMesh mesh = ball_mesh(1, 2);
  for (std::size_t n = 0; n < mesh.points.size(); ++n)
    mesh.points[n] = (n % 3 == 0 ? 1.6 : 0.7) * mesh.points[n];
  return mesh;
}

Vec3 random_place(std::mt19937& random, double reach) {
  std::uniform_real_distribution<double> along(-reach, reach);
  const double x = along(random), y = along(random), z = along(random);
  return {x, y, z};
}

/// How often a closed mesh goes around a point: the angles of its triangles as the point sees them,
/// over 4 pi. A. van Oosterom and J. Strackee, The solid angle of a plane triangle (1983).
double windings(const TriangleMesh& mesh, Vec3 p) {
  double sum = 0;
  for (const Int3 t : mesh.triangles) {
    const Vec3 a = mesh.points[std::size_t(t.x)] - p, b = mesh.points[std::size_t(t.y)] - p,
               c = mesh.points[std::size_t(t.z)] - p;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    sum += 2 * std::atan2(dot(a, cross(b, c)),
                          la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * std::numbers::pi);
}

/// To the nearest of very many places on the surface: never less than the distance.
double min_distance_seen(const TriangleMesh& mesh, Vec3 p) {
  constexpr int parts = 24;
  double least = INFINITY;
  for (const Int3 t : mesh.triangles)
    for (int i = 0; i <= parts; ++i)
      for (int j = 0; j <= parts - i; ++j) {
        const double u = double(i) / parts, v = double(j) / parts;
        const Vec3 at = (1 - u - v) * mesh.points[std::size_t(t.x)] +
                        u * mesh.points[std::size_t(t.y)] + v * mesh.points[std::size_t(t.z)];
        least = std::min(least, norm(p - at));
      }
  return least;
}

TEST(ClosedSurface, HasTheDistancesOfABox) {
  const ClosedSurface cube(cube_mesh(1));
  std::mt19937 random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    const Vec3 p = random_place(random, 1.2);
    EXPECT_NEAR(cube.distance(p + Vec3{0.5, 0.5, 0.5}), box_distance(p, {0.5, 0.5, 0.5}), 1e-14);
  }
  EXPECT_EQ(cube.distance({1, 1, 1}), 0);
  EXPECT_NEAR(distance(cube.box(), {2, 0.5, 0.5}), 1, 1e-15);
}

/// Catches sides taken from one face where an edge or a corner is nearest.
TEST(ClosedSurface, KnowsItsSidesBesideSharpEdges) {
  const TriangleMesh mesh = star();
  const ClosedSurface surface(mesh);
  std::mt19937 random(2);
  for (int trial = 0; trial < 3000; ++trial) {
    const Vec3 p = random_place(random, 1.7);
    EXPECT_EQ(surface.distance(p) < 0, windings(mesh, p) > 0.5) << p.x << ' ' << p.y << ' ' << p.z;
  }
  // Places of the triangles lie a 24th of an edge of at most 1.2 apart.
  for (int trial = 0; trial < 100; ++trial) {
    const Vec3 p = random_place(random, 1.7);
    const double seen = min_distance_seen(mesh, p), found = std::fabs(surface.distance(p));
    EXPECT_LE(found, seen * (1 + 1e-12));
    EXPECT_GE(found, seen - 0.05);
  }
}

MeshPart part_of(const TriangleMesh& mesh) {
  MeshFaults faults;
  return mesh_parts(mesh, faults).front();
}

TEST(MeshDistance, IsThatOfPartsTogetherWithoutCavities) {
  const MeshPart ball = part_of(ball_mesh(1, 4)), beside = part_of(ball_mesh(1, 4, {1.5, 0, 0}));
  TriangleMesh hole = ball_mesh(0.5, 4);
  for (Int3& t : hole.triangles) std::swap(t.x, t.y);
  const MeshPart cavity = part_of(hole);
  const MeshDistance solid({&ball, &beside}, {&cavity});
  const double facets = 0.005;  // depth of faces below the ball
  EXPECT_NEAR(solid.at({-1.3, 0, 0}), 0.3, facets);
  EXPECT_NEAR(solid.at({0, 0, 0.9}), -0.1, facets);
  EXPECT_NEAR(solid.at({0, 0, 0.2}), 0.3, facets);
  EXPECT_LT(solid.at({0.85, 0, 0}), -0.15);  // where a face of each is inside the other
  EXPECT_NEAR(solid.at({2.4, 0, 0}), -0.1, facets);
}

/// Two tetrahedra that have a corner in common are one part, and may lie in each other: then the
/// normals of one say "outside" within the other. Both are shown with their edges elsewhere.
TEST(MeshSamples, AreSharpWhereFacesDoNotCross) {
  const auto pair = [](const std::vector<Vec3>& corners) {
    TriangleMesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.points.insert(mesh.points.end(), corners.begin(), corners.end());
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3},
                      {0, 5, 4}, {0, 4, 6}, {0, 6, 5}, {4, 5, 6}};
    return mesh;
  };
  std::vector<std::string> remarks;
  const auto sampled = [&](const std::vector<Vec3>& corners, Edges edges) {
    return mesh_samples(pair(corners), edges, 0.1, "m", remarks);
  };
  const std::vector<Vec3> beside{{1, 0.3, 0.2}, {0.2, 1, 0.3}, {0.3, 0.2, 1}};
  const DistanceSamples crossing = sampled(beside, Edges::of_faces);
  ASSERT_NE(crossing.view().sharp, nullptr);
  for (const Vec3 corner : {Vec3{1, 0, 0}, Vec3{1, 0.3, 0.2}, Vec3{0.2, 1, 0.3}})
    EXPECT_NEAR(crossing.view().sharp->at(corner), 0, 1e-14);
  std::mt19937 random(4);
  for (int trial = 0; trial < 2000; ++trial) {  // where one goes around, or both
    const Vec3 p = random_place(random, 1.1);
    const double value = crossing.view().sharp->at(p);
    const double by_samples = signed_distance(crossing.view(), p);
    const double around = windings(pair(beside), p);
    if (std::fabs(by_samples) > 2 * crossing.view().spacing || std::fabs(value) < 0.01) continue;
    EXPECT_EQ(value<0, around> 0.5) << p.x << ' ' << p.y << ' ' << p.z << ' ' << value;
  }
  EXPECT_EQ(sampled(beside, Edges::of_samples).view().sharp, nullptr);
}

}  // namespace
}  // namespace eulersolid::test
