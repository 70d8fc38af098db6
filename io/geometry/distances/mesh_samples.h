#pragma once

#include <string>
#include <vector>

#include "io/geometry/triangle_mesh.h"
#include "shapes/samples/distance_samples.h"

namespace eulersolid {

/// How sharp the edges of a surface are where it is looked at closely.
enum class Edges {
  of_faces,   ///< as the mesh has them
  of_samples  ///< as samples have them: faces came from voxels, whose steps nobody asked for
};

/// The signed distance from the surface of a solid, by OpenVDB, on samples so fine that the solid's
/// volume is that of the mesh to a thousandth, where max_samples are enough for that: a quarter of
/// a cell apart, or half of that, and so on. Faces may look either way; a part that looks the other
/// way than the one around it is a cavity. Holes of at most two cells are closed.
///
/// @param mesh       in the solid's own frame [m], joined
/// @param edges      of faces, but where these cross each other
/// @param cell_size  of the grid that the solid will be in [m]
/// @param name       of the mesh, for messages
/// @param remarks    receives a line for each defect that was repaired or that changes the solid
/// @throws InputError for a mesh that is open, encloses nothing, or is larger than any grid, naming
/// mesh and defect
DistanceSamples mesh_samples(const TriangleMesh& mesh, Edges edges, double cell_size,
                             const std::string& name, std::vector<std::string>& remarks);

/// Corners of the smallest box around the points of a mesh that has some [m].
Bounds bounds(const TriangleMesh& mesh);

}  // namespace eulersolid
