#include "io/preview/obstacle_meshes.h"

#include <gtest/gtest.h>

#include <numbers>

#include "io/mesh/shape_mesh.h"
#include "kernels/math/mat3.h"
#include "tests/io/mesh/mesh_measures.h"

namespace eulersolid {
namespace {

constexpr double pi = std::numbers::pi;

ObstacleSpec obstacle(const std::string& name, const ShapeSpec& shape, Vec3 position) {
  ObstacleSpec spec;
  spec.name = name, spec.shape = shape, spec.motion.value = position;
  return spec;
}

double largest_distance(const SurfaceMesh& mesh, const PlacedShape& shape) {
  double largest = 0;
  for (const Vec3& at : mesh.positions)
    largest = std::max(largest, std::fabs(signed_distance(shape, at)));
  return largest;
}

/// Plates and needles, a thousandth as thick as wide, have both sides; cells of one size for all
/// axes would see neither. Volumes of what is round are those of facets of 40 across: 1 - (pi /
/// 40)^2 / 1.5 of a circle. Points are off by a seventh of a cell of the longest side at most,
/// where rims are as thin.
TEST(ObstacleMeshes, FlatAndLongShapesAreWhole) {
  const Pose pose{{1, 2, 3}, rotation({1, -2, 0.5}, 0.8)};
  struct Case {
    Shape shape;
    double volume, tolerance, longest;
  };
  for (const Case& c : {Case{Shape::box({10, 10, 0.01}), 1, 1e-4, 10},
                        Case{Shape::box({0.2, 0.002, 0.3}), 1.2e-4, 1e-4, 0.3},
                        Case{Shape::cylinder(1, 0.002), 0.002 * pi, 0.01, 2},
                        Case{Shape::cylinder(0.01, 5), 0.0005 * pi, 0.01, 5},
                        Case{Shape::sphere(0.5), pi / 6, 0.01, 1},
                        Case{Shape::torus(1, 0.1), 0.02 * pi * pi, 0.05, 2.2}}) {
    const PlacedShape placed{c.shape, pose};
    const SurfaceMesh mesh = placed_mesh(placed);
    expect_closed(mesh);
    EXPECT_NEAR(volume_of(mesh), c.volume, c.tolerance * c.volume);
    EXPECT_LT(largest_distance(mesh, placed), 0.15 * c.longest / 40);
    for (const Vec3f n : mesh.normals) ASSERT_NEAR(norm(Vec3{n.x, n.y, n.z}), 1, 1e-6);
  }
}

/// Normals of what is stretched are those of space.
TEST(ObstacleMeshes, NormalsStandOnTheSurface) {
  const SurfaceMesh mesh = shape_mesh(Shape::ellipsoid({1, 0.4, 0.1}));
  for (std::size_t n = 0; n < mesh.positions.size(); ++n) {
    const Vec3 at = mesh.positions[n];
    const Vec3 exact = normalized(Vec3{at.x, at.y / 0.16, at.z / 0.01});
    const Vec3f its = mesh.normals[n];
    ASSERT_GT(dot(exact, Vec3{its.x, its.y, its.z}), 0.99);
  }
}

/// Points move as the material of a rigid body does: velocities are those of the positions, by
/// central differences, and `rest` stays.
TEST(ObstacleMeshes, MoveWithTheirKeyframesAndTurn) {
  ObstacleSpec gate = obstacle("gate", {"box", {{"size", Vec3{0.4, 0.2, 0.1}}}}, {});
  gate.motion.keyframes = {{0, {0, 0, 0}}, {2, {0, 3, 1}}};
  gate.turning.rate = {0, 0, 2.5};
  const ObstacleSpec floor = obstacle("floor", {"plane", {{"normal", Vec3{0, 0, 1}}}}, {});
  const ObstacleSpec ball = obstacle("ball", {"sphere", {{"radius", 0.2}}}, {5, 0, 0});
  EXPECT_FALSE(is_solid(floor));
  const ObstacleMeshes meshes({gate, floor, ball});
  const double time = 0.7, dt = 1e-4;
  const auto before = meshes.at(time - dt), now = meshes.at(time), after = meshes.at(time + dt),
             start = meshes.at(0);
  ASSERT_EQ(now.size(), 2u);
  EXPECT_EQ(now[0].name, "gate");
  EXPECT_EQ(now[1].name, "ball");
  EXPECT_LT(largest_distance(now[0], placed(gate, time)), 1e-6);
  for (const std::size_t mesh : {0U, 1U})
    for (std::size_t n = 0; n < now[mesh].positions.size(); ++n) {
      const Vec3 way = (0.5 / dt) * (after[mesh].positions[n] - before[mesh].positions[n]);
      const Vec3f its = now[mesh].velocity[n], rest = now[mesh].rest[n];
      ASSERT_NEAR(norm(way - Vec3{its.x, its.y, its.z}), 0, 1e-5);
      ASSERT_NEAR(norm(start[mesh].positions[n] - Vec3{rest.x, rest.y, rest.z}), 0, 1e-6);
    }
}

/// They cover what a tilted plane has of the domain, look outwards, and turn with it.
TEST(ObstacleMeshes, PlanesAreSquaresAcrossTheDomain) {
  const Bounds domain{{-1, 0, 2}, {3, 1, 4}};
  const Vec3 normal = normalized({1, 2, 4});
  ObstacleSpec ramp = obstacle("ramp", {"plane", {{"normal", normal}}}, {7, 0, 1});
  ramp.turning.rate = {0.3, 0, 0};
  const ObstacleMeshes meshes({ramp}, domain);
  const SurfaceMesh start = meshes.at(0)[0], later = meshes.at(0.5)[0];
  ASSERT_EQ(start.positions.size(), 4u);
  ASSERT_EQ(start.triangles.size(), 2u);
  EXPECT_LT(largest_distance(start, placed(ramp)), 1e-12);
  EXPECT_LT(largest_distance(later, placed(ramp, 0.5)), 1e-12);
  EXPECT_GT(min_facing(start, 1e-3), 1 - 1e-6);
  EXPECT_GT(min_facing(later, 1e-3), 1 - 1e-6);
  // Where the plane cuts edges of the domain lies within the square: less than half its edge away
  // from its middle along both sides.
  const Vec3 middle = 0.5 * (start.positions[0] + start.positions[2]);
  const double half = 0.5 * norm(start.positions[1] - start.positions[0]);
  EXPECT_NEAR(half, norm(domain.high - domain.low), 1e-12);
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 at{corner & 1 ? 3.0 : -1.0, corner & 2 ? 1.0 : 0.0, corner & 4 ? 4.0 : 2.0};
    EXPECT_LT(norm(at - dot(at - middle, normal) * normal - middle), half);
  }
}

}  // namespace
}  // namespace eulersolid
