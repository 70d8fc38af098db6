#pragma once

#include "io/geometry/triangle_mesh.h"

namespace eulersolid {

/// What joining the two sides of cracks has done.
struct JoinedCracks {
  int points = 0;    ///< joined to others
  double width = 0;  ///< at most [m]
};

/// Joins points on edges of one face only that are within `reach` [m] of each other: the two sides
/// of a seam that a program wrote with few digits. Triangles of which nothing is left are gone.
JoinedCracks join_cracks(TriangleMesh& mesh, double reach);

}  // namespace eulersolid
