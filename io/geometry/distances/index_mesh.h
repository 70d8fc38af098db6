#pragma once

#include <vector>

#include "io/geometry/distances/sample_grid.h"
#include "io/geometry/triangle_mesh.h"

namespace eulersolid {

/// Triangles in a grid's coordinates: sample (i, j, k) lies at i, j, k.
struct IndexMesh {
  std::vector<Vec3> points;
  std::vector<Int3> triangles;

  void add(const TriangleMesh& mesh, const SampleGrid& grid);
};

/// Signed distances of a closed mesh at all samples, by OpenVDB [m].
/// @param reach  they are true so far outside; farther out they only say so [m]
std::vector<double> distances(const IndexMesh& mesh, const SampleGrid& grid, double reach);

}  // namespace eulersolid
