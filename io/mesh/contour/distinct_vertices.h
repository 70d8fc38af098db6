#pragma once

#include <vector>

#include "io/mesh/surface_mesh.h"

namespace eulersolid {

/// Sees to it that no two vertices of a closed mesh are at one place, as where several cells find
/// one corner, or where the surface goes through a sample: programs that merge vertices by their
/// places would make edges with four triangles of them.
///
/// Ends of an edge that are no farther apart than that become one vertex, where the mesh stays
/// closed by it (the link condition of T. K. Dey et al., Topology preserving edge contraction,
/// 1999): that of higher rank, where it is. Other vertices move by some of these lengths towards
/// the middle of their neighbours. The order of those that stay is kept.
/// @param ranks   of the vertices: 2 on edges, 3 at corners; shortened with the mesh
/// @param length  [m]
void make_distinct(SurfaceMesh& mesh, std::vector<int>& ranks, double length);

}  // namespace eulersolid
