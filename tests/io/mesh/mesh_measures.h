#pragma once

/// What is known of closed meshes.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
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
