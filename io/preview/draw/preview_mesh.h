#pragma once

#include <array>
#include <vector>

#include "io/mesh/surface_mesh.h"

namespace eulersolid {

/// Triangles as pictures need them: all bodies together, or all obstacles.
struct PreviewMesh {
  std::vector<Vec3> positions;                ///< [m]
  std::vector<Vec3> normals;                  ///< outward, unit
  std::vector<Vec3> rest;                     ///< where the material was at rest [m]; may be empty
  std::vector<float> values;                  ///< that colours stand for; empty: bodies' numbers
  std::vector<std::array<int, 3>> triangles;  ///< counter-clockwise seen from outside
  std::vector<int> owner;                     ///< of each triangle: number of its body, from 1 on
  bool is_closed = false;                     ///< triangles that face away are behind others
};

/// Closed surfaces; the first belongs to number 1.
PreviewMesh preview_mesh(const std::vector<SurfaceMesh>& meshes);

}  // namespace eulersolid
