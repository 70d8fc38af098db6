#include "io/mesh/contour/distinct_vertices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "tests/io/mesh/mesh_measures.h"

namespace eulersolid {
namespace {

using Triangles = std::vector<std::array<int, 3>>;

/// Each triangle in four, with a vertex in the middle of each edge.
SurfaceMesh divided(const SurfaceMesh& mesh) {
  SurfaceMesh finer;
  finer.positions = mesh.positions;
  std::map<std::pair<int, int>, int> middles;
  const auto middle = [&](int a, int b) {
    const auto [place, is_new] =
        middles.try_emplace({std::min(a, b), std::max(a, b)}, int(finer.positions.size()));
    if (is_new)
      finer.positions.push_back(0.5 *
                                (mesh.positions[std::size_t(a)] + mesh.positions[std::size_t(b)]));
    return place->second;
  };
  for (const auto& [a, b, c] : mesh.triangles) {
    const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    for (const auto& t : Triangles{{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}})
      finer.triangles.push_back(t);
  }
  finer.normals.resize(finer.positions.size());
  return finer;
}

/// Vertices 0 to 5 on -x, x, -y, y, -z, z.
SurfaceMesh octahedron() {
  SurfaceMesh mesh;
  mesh.positions = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
  for (int n = 0; n < 8; ++n) {
    const int x = n & 1, y = 2 + (n >> 1 & 1), z = 4 + (n >> 2);
    const bool is_even = ((n & 1) + (n >> 1 & 1) + (n >> 2)) % 2 == 0;
    mesh.triangles.push_back(is_even ? std::array{x, z, y} : std::array{x, y, z});
  }
  mesh.normals.resize(6);
  return mesh;
}

/// A ring of rings of vertices, with a hole.
SurfaceMesh torus(int around, int across) {
  SurfaceMesh mesh;
  const auto vertex = [&](int i, int j) { return i % around * across + j % across; };
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < across; ++j) {
      const double u = 2 * M_PI * i / around, v = 2 * M_PI * j / across, r = 1 + 0.4 * std::cos(v);
      mesh.positions.push_back({r * std::cos(u), r * std::sin(u), 0.4 * std::sin(v)});
      mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)});
      mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
    }
  mesh.normals.resize(mesh.positions.size());
  return mesh;
}

using Neighbours = std::vector<std::set<int>>;

Neighbours neighbours_in(const SurfaceMesh& mesh) {
  Neighbours beside(mesh.positions.size());
  for (const auto& t : mesh.triangles)
    for (std::size_t e = 0; e < 3; ++e)
      beside[std::size_t(t[e])].insert({t[(e + 1) % 3], t[(e + 2) % 3]});
  return beside;
}

/// Short edges whose ends could be one vertex: two triangles are all that these have in common, and
/// they are not half of a tetrahedron.
int edges_to_join(const SurfaceMesh& mesh, double length) {
  const Neighbours beside = neighbours_in(mesh);
  int count = 0;
  for (std::size_t a = 0; a < beside.size(); ++a)
    for (const int other : beside[a]) {
      const std::set<int>&of_a = beside[a], &of_b = beside[std::size_t(other)];
      if (norm(mesh.positions[a] - mesh.positions[std::size_t(other)]) > length) continue;
      std::vector<int> common;
      std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                            std::back_inserter(common));
      count += int(common.size() == 2 && (of_a.size() > 3 || of_b.size() > 3));
    }
  return count;
}

/// Vertices less edges plus triangles; with each vertex used and each index in range.
int euler_number(const SurfaceMesh& mesh) {
  std::set<int> used;
  for (const auto& t : mesh.triangles) used.insert(t.begin(), t.end());
  const int vertices = int(mesh.positions.size()), triangles = int(mesh.triangles.size());
  EXPECT_EQ(int(used.size()), vertices);
  EXPECT_TRUE(used.empty() || (*used.begin() == 0 && *used.rbegin() == vertices - 1));
  return vertices - triangles / 2;
}

bool are_places_of(const std::vector<Vec3>& some, const std::vector<Vec3>& all) {
  return std::all_of(some.begin(), some.end(), [&](Vec3 p) {
    return std::any_of(all.begin(), all.end(), [&](Vec3 q) { return norm(p - q) == 0; });
  });
}

/// The edge from 5 to the vertex beside it on the way to -x is long, and short when the vertex on
/// the way to x, where its place is nearer, has taken the place of 5.
TEST(DistinctVertices, JoinsEdgesThatAJoinMakesShort) {
  SurfaceMesh mesh = divided(octahedron());
  std::vector<int> ranks(mesh.positions.size(), 0);
  for (std::size_t n = 6; n < mesh.positions.size(); ++n) {
    const Vec3 p = mesh.positions[n];
    if (p.z > 0 && p.x > 0) mesh.positions[n] = {0.09, 0, 1}, ranks[n] = 2;
    if (p.z > 0 && p.x < 0) mesh.positions[n] = {0.18, 0, 1}, ranks[n] = 3;
  }
  make_distinct(mesh, ranks, 0.1);
  expect_closed(mesh);
  EXPECT_EQ(mesh.positions.size(), 18U - 2U);
  EXPECT_EQ(ranks.size(), mesh.positions.size());
  EXPECT_EQ(mesh.normals.size(), mesh.positions.size());
  EXPECT_EQ(euler_number(mesh), 2);
  EXPECT_TRUE(are_places_of({{0.18, 0, 1}}, mesh.positions));
  EXPECT_EQ(std::count(ranks.begin(), ranks.end(), 3), 1);
}

/// Folded, thin and crowded: closed meshes with vertices anywhere, some at one place, some in a
/// plane, keep their topology and have no edge left that can be joined, unless by vertices that
/// were put apart.
TEST(DistinctVertices, MeshesStayClosedWhereverTheirVerticesAre) {
  const SurfaceMesh ball = divided(octahedron());
  const SurfaceMesh forms[] = {octahedron(), ball, divided(ball), torus(7, 5), torus(12, 9)};
  std::mt19937 random(11);
  const auto uniform = [&] { return std::uniform_real_distribution<double>(-1, 1)(random); };
  int joined = 0, only_joined = 0;
  for (int trial = 0; trial < 600; ++trial) {
    SurfaceMesh mesh = forms[trial % 5];
    const double jitter = trial % 3 * 0.4, thickness = trial % 7 == 0 ? 0 : 1;
    const double length = trial % 4 == 0 ? 0.02 : 0.5 * std::fabs(uniform());
    std::vector<int> ranks;
    for (Vec3& p : mesh.positions) {
      p = {p.x + jitter * uniform(), p.y + jitter * uniform(),
           thickness * (p.z + jitter * uniform())};
      if (trial % 11 == 0) p = {std::round(2 * p.x) / 2, std::round(2 * p.y) / 2, p.z};
      ranks.push_back(int(random() % 4));
    }
    const SurfaceMesh before = mesh;
    ASSERT_NO_THROW(make_distinct(mesh, ranks, length)) << trial;
    expect_closed(mesh);
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << trial;
    EXPECT_EQ(euler_number(mesh), euler_number(before)) << trial;
    EXPECT_EQ(ranks.size(), mesh.positions.size()) << trial;
    joined += int(mesh.positions.size() < before.positions.size());
    if (!are_places_of(mesh.positions, before.positions)) continue;
    ++only_joined;
    EXPECT_EQ(edges_to_join(mesh, length), 0) << trial;
  }
  EXPECT_GT(joined, 100);
  EXPECT_GT(only_joined, 100);
}

}  // namespace
}  // namespace eulersolid
