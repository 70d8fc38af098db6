#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "io/geometry/distances/mesh_samples.h"
#include "io/mesh/body_mesh.h"
#include "io/mesh/contour/cell_patches.h"
#include "io/mesh/contour/dual_contour.h"
#include "io/surface/sample_frame.h"
#include "tests/io/geometry/mesh_files.h"
#include "tests/io/mesh/mesh_measures.h"
#include "tests/io/surface/maps.h"

namespace eulersolid {
namespace {

constexpr double pi = 3.14159265358979323846;

template <class Displacement>
SurfaceMesh mesh_of(const PlacedShape& shape, Displacement u_of, double voxel = 0.025) {
  FrameMaps maps = empty_maps();
  add_map(maps, "body", shape, u_of);
  return frame_meshes(maps, sample_frame(maps, voxel)).bodies.at(0);
}

double distance_to_nearest(const SurfaceMesh& mesh, Vec3 at) {
  double least = INFINITY;
  for (const Vec3& vertex : mesh.positions) least = std::min(least, norm(vertex - at));
  return least;
}

/// Every pattern of eight corners gives whole patches: in each face as many ends as are crossed.
TEST(CellPatches, CrossedEdgesAndNoOthersBelongToAPatch) {
  for (unsigned inside = 0; inside < 256; ++inside) {
    const CellPatches& patches = cell_patches(inside);
    int edges[12] = {};
    for (int edge = 0; edge < 12; ++edge) {
      const EdgeCorners ends = edge_corners(edge);
      const bool crossed = ((inside >> ends.low) & 1U) != ((inside >> ends.high) & 1U);
      EXPECT_EQ(patches.of_edge[std::size_t(edge)] >= 0, crossed);
      if (crossed) ++edges[patches.of_edge[std::size_t(edge)]];
    }
    for (int n = 0; n < patches.count; ++n) EXPECT_GE(edges[n], 3) << inside;
  }
  EXPECT_EQ(cell_patches(1U).count, 1);
  EXPECT_EQ(cell_patches(0b10000001U).count, 2);  // opposite corners
  EXPECT_EQ(cell_patches(0b00001001U).count, 2);  // diagonal in a face: the outside holds together
  EXPECT_EQ(cell_patches(0b11110110U).count, 1);
}

/// Levels between which there is no rule: every kind of cell, faces and edges that many patches
/// share. Catches edges with four triangles, which all plain dual methods make here.
TEST(DualContour, IsClosedWhateverTheSamples) {
  struct Halfway : LevelField {
    double level(Vec3) const override { return INFINITY; }
    LevelPoint at(Vec3) const override { return {}; }
  };
  std::mt19937 random(5);
  std::uniform_real_distribution<float> level(-1, 1);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<float> samples(9 * 8 * 7);
    for (float& value : samples) value = level(random) + 0.05F * float(trial - 10);
    const SurfaceMesh mesh = dual_contour({{}, 0.1, {9, 8, 7}, &samples}, Halfway());
    expect_closed(mesh);
    EXPECT_GT(mesh.triangles.size(), 500U);
    EXPECT_GT(volume_of(mesh), 0);
  }
}

/// All twelve edges and eight corners, of boxes that lie along the grid, on its nodes, and turned.
/// The bound is a tenth of a voxel. Catches vertices at the mean of the crossings, which cut
/// corners off by half a voxel; corners that several cells find, which left coincident vertices;
/// normals by differences of the level, which at edges may look into the box. In the middle of a
/// corner's faces the normal has 0.58 with each.
TEST(BodyMesh, ABoxHasItsCornersAndEdgesAndVolume) {
  const Vec3 size{0.5, 0.4, 0.3};
  for (int trial = 0; trial < 60; ++trial) {
    const Vec3 centre =
        trial == 0 ? Vec3{0.5, 0.8, 0.7} : Vec3{0.513 + 0.003 * trial, 0.871, 0.702};
    const Mat3 turn = trial < 2 ? identity3() : rotation({1, 2.0 - trial, 3}, 0.37 * trial);
    const PlacedShape box{Shape::box(size), {centre, turn}};
    const SurfaceMesh mesh = mesh_of(box, no_displacement);
    expect_closed(mesh);
    EXPECT_EQ(coincident_vertices(mesh), 0) << trial;
    EXPECT_GT(min_facing(mesh, 0.1 * 0.025 * 0.025), 0.3) << trial;
    const double volume = size.x * size.y * size.z;
    EXPECT_NEAR(volume_of(mesh), volume, 1e-3 * volume) << trial;
    for (int n = 0; n < 8; ++n) {
      const Vec3 p{n & 1 ? 0.25 : -0.25, n & 2 ? 0.2 : -0.2, n & 4 ? 0.15 : -0.15};
      EXPECT_LT(distance_to_nearest(mesh, to_world(box.pose, p)), 0.1 * 0.025) << trial;
    }
    for (const Vec3& at : mesh.positions)
      ASSERT_NEAR(signed_distance(box, at), 0, 0.1 * 0.025) << trial;
  }
}

/// Turned by 60 degrees about its diagonal a cube has faces, edges and corners that go through
/// samples: cells find them there that have no edge of triangles between them, nothing joins their
/// vertices, so they must move. And crossings lie on its edges and corners, where no difference of
/// levels is the normal of a face: corners were 0.4 voxels off.
TEST(BodyMesh, VerticesThatCannotBeJoinedArePutApart) {
  for (int trial = 0; trial < 16; ++trial) {
    const Vec3 centre{0.5 + 0.0125 * (trial & 1), 0.9 + 0.0125 * (trial >> 1 & 1),
                      0.7 + 0.0125 * (trial >> 2 & 1)};
    const PlacedShape cube{Shape::box({0.5, 0.5, 0.5}), {centre, rotation({1, 1, 1}, pi / 3)}};
    const SurfaceMesh mesh = mesh_of(cube, no_displacement, trial < 8 ? 0.025 : 0.03);
    expect_closed(mesh);
    EXPECT_EQ(coincident_vertices(mesh), 0) << trial;
    for (const Vec3& at : mesh.positions)
      ASSERT_NEAR(signed_distance(cube, at), 0, 0.1 * 0.025) << trial;
  }
}

/// The same of a cube whose samples, a quarter of a cell apart, cut its corners off by up to 0.4
/// voxels: those that come as a mesh have them from its faces.
TEST(BodyMesh, ACubeFromAFileHasItsCorners) {
  TriangleMesh cube = test::cube_mesh(0.4);
  for (Vec3& p : cube.points) p -= Vec3{0.2, 0.2, 0.2};
  std::vector<std::string> remarks;
  const DistanceSamples samples = mesh_samples(cube, Edges::of_faces, 0.05, "m", remarks);
  for (int trial = 0; trial < 30; ++trial) {
    const Mat3 turn = rotation({1, 2.0 - trial, 3}, 0.37 * trial);
    const PlacedShape solid{Shape::sampled(samples.view()),
                            {{0.513 + 0.003 * trial, 0.871, 0.702}, turn}};
    const SurfaceMesh mesh = mesh_of(solid, no_displacement);
    expect_closed(mesh);
    for (const Vec3 p : cube.points)
      EXPECT_LT(distance_to_nearest(mesh, to_world(solid.pose, p)), 0.1 * 0.025) << trial;
  }
}

TEST(BodyMesh, ACylinderHasSharpRims) {
  const PlacedShape rod{Shape::cylinder(0.2, 0.5),
                        {{0.513, 0.871, 0.702}, rotation({1, 2, 3}, 0.7)}};
  const SurfaceMesh mesh = mesh_of(rod, no_displacement);
  expect_closed(mesh);
  const double volume = pi * 0.2 * 0.2 * 0.5;
  EXPECT_NEAR(volume_of(mesh), volume, 3e-3 * volume);  // (voxel / radius)^2 / 5
  for (int n = 0; n < 16; ++n) {
    const Vec3 p{0.2 * std::cos(n * pi / 8), 0.2 * std::sin(n * pi / 8), 0.25};
    double nearest = INFINITY;
    for (const auto& t : mesh.triangles)
      for (std::size_t e = 0; e < 3; ++e) {  // nearest point of an edge of the mesh
        const Vec3 a = mesh.positions[std::size_t(t[e])],
                   b = mesh.positions[std::size_t(t[(e + 1) % 3])];
        const Vec3 way = b - a, x = to_world(rod.pose, p);
        const double s = std::clamp(dot(x - a, way) / dot(way, way), 0.0, 1.0);
        nearest = std::min(nearest, norm(x - a - s * way));
      }
    EXPECT_LT(nearest, 0.1 * 0.025) << n;
  }
}

/// A ball that was stretched and sheared: volume and values.
TEST(BodyMesh, VerticesCarryTheBodysValues) {
  const Vec3 centre{0.513, 0.871, 0.702};
  const auto rest = [&](Vec3 x) {
    return Vec3{x.x, x.y - 0.2 * (x.x - centre.x), centre.z + 0.8 * (x.z - centre.z)};
  };
  FrameMaps maps = empty_maps();
  add_map(
      maps, "ball", {Shape::sphere(0.3), {centre}}, [&](Vec3 x) { return x - rest(x); }, 8);
  NamedValues stress{"stress_vm", {}};
  for (Index c = 0; c < maps.bodies[0].cells().count(); ++c) {
    const Int3 at = maps.bodies[0].first + maps.bodies[0].cells().coordinates(c);
    stress.values.push_back(float(at.x));
  }
  maps.bodies[0].cell_values = {stress};
  const SurfaceMesh mesh = frame_meshes(maps, sample_frame(maps, 0.025)).bodies.at(0);
  expect_closed(mesh);
  const double volume = 4.0 / 3 * pi * 0.027 / 0.8;
  EXPECT_NEAR(volume_of(mesh), volume, 3e-3 * volume);
  ASSERT_EQ(mesh.rest.size(), mesh.positions.size());
  const std::vector<float>& stress_vm = values_named(mesh.scalars, "stress_vm");
  ASSERT_EQ(stress_vm.size(), mesh.positions.size());
  for (std::size_t n = 0; n < mesh.positions.size(); ++n) {
    const Vec3 x = mesh.positions[n], X = rest(x);
    ASSERT_NEAR(norm(Vec3{mesh.rest[n].x, mesh.rest[n].y, mesh.rest[n].z} - X), 0, 1e-6);
    ASSERT_NEAR(norm(X - centre), 0.3, 0.002 * 0.3);
    ASSERT_NEAR(mesh.velocity[n].y, 2 * x.x, 1e-5);
    ASSERT_NEAR(stress_vm[n], (x.x - maps.origin.x) / maps.h - 0.5, 1e-4);
  }
}

TEST(BodyMesh, ABodyOfWhichNothingIsKnownIsEmpty) {
  FrameMaps maps = empty_maps();
  add_map(maps, "ball", {Shape::sphere(0.3), {{0.5, 0.9, 0.7}}}, no_displacement);
  std::fill(maps.bodies[0].known.begin(), maps.bodies[0].known.end(), 0);
  const SurfaceMesh mesh = frame_meshes(maps, sample_frame(maps, 0.025)).bodies.at(0);
  EXPECT_TRUE(mesh.empty());
  EXPECT_TRUE(mesh.positions.empty());
}

}  // namespace
}  // namespace eulersolid
