#pragma once

#include <vector>

#include "io/geometry/triangle_mesh.h"

namespace eulersolid {

/// What is the matter with a mesh, or was and has been repaired.
struct MeshFaults {
  int turned = 0;      ///< faces that looked the other way than their neighbours
  int open_edges = 0;  ///< that belong to one face only
  int holes = 0;       ///< rings of those
  /// The hydraulic diameter of the widest, four times its area over the length of its rim: that of
  /// a round one, and twice the width of a slit [m].
  double largest_hole = 0;
};

/// A connected part of a surface, whose faces look one way.
struct MeshPart {
  TriangleMesh mesh;     ///< each hole closed by triangles to the middle of its ring
  double volume = 0;     ///< enclosed [m^3]; >= 0
  bool outwards = true;  ///< as the greater part of its faces looked
};

/// Divides a mesh, whose points are joined, into its connected parts, with faces turned to look as
/// most of their neighbours do.
/// @param faults  receives what was found, of all parts
std::vector<MeshPart> mesh_parts(const TriangleMesh& mesh, MeshFaults& faults);

}  // namespace eulersolid
