#pragma once

/// What is known of closed meshes.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "io/mesh/surface_mesh.h"

namespace eulersolid {

/// Each edge lies between two triangles that go along it in opposite senses; no triangle has a
/// vertex twice; all numbers are finite.
inline void expect_closed(const SurfaceMesh& mesh) {
  std::map<std::pair<int, int>, int> uses;
  for (const auto& t : mesh.triangles) {
    ASSERT_TRUE(t[0] != t[1] && t[1] != t[2] && t[2] != t[0]);
    for (std::size_t n = 0; n < 3; ++n) ++uses[{t[n], t[(n + 1) % 3]}];
  }
  for (const auto& [edge, count] : uses) {
    ASSERT_EQ(count, 1) << edge.first << " " << edge.second;
    ASSERT_EQ(uses.count({edge.second, edge.first}), 1U);
  }
  for (const Vec3& at : mesh.positions) ASSERT_TRUE(std::isfinite(at.x + at.y + at.z));
}

/// Vertices at one place in a file, which importers merge: the mesh may be closed no more then.
inline int coincident_vertices(const SurfaceMesh& mesh) {
  std::set<std::tuple<float, float, float>> places;
  for (const Vec3& at : mesh.positions) places.insert({float(at.x), float(at.y), float(at.z)});
  return int(mesh.positions.size() - places.size());
}

/// The least product of a triangle's normal and that at one of its vertices; triangles of less than
/// that area have none that means anything [m^2].
inline double min_facing(const SurfaceMesh& mesh, double area) {
  double least = 1;
  for (const auto& t : mesh.triangles) {
    const Vec3 a = mesh.positions[std::size_t(t[0])], b = mesh.positions[std::size_t(t[1])],
               c = mesh.positions[std::size_t(t[2])];
    const Vec3 across = cross(b - a, c - a);
    if (norm(across) < 2 * area) continue;
    for (const int vertex : t) {
      const Vec3f n = mesh.normals[std::size_t(vertex)];
      least = std::fmin(least, dot(normalized(across), Vec3{n.x, n.y, n.z}));
    }
  }
  return least;
}

/// By the divergence theorem; positive where the triangles look outwards.
inline double volume_of(const SurfaceMesh& mesh) {
  double volume = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3 a = mesh.positions[std::size_t(t[0])], b = mesh.positions[std::size_t(t[1])],
               c = mesh.positions[std::size_t(t[2])];
    volume += dot(a, cross(b, c)) / 6;
  }
  return volume;
}

}  // namespace eulersolid
