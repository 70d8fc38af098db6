#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/geometry/triangle_mesh.h"

namespace eulersolid {

/// The triangles of an STL, OBJ, PLY or glTF file, all of its objects where its nodes have them,
/// with polygons divided. What glTF calls up, y, becomes z. A process of its own reads the file,
/// within limits: anyone may have written it.
/// @param remarks  if given, grows by what was wrong with the file and is not with the mesh
/// @throws InputError, with the path, for a file that is not there, of another kind, too large, cut
/// or damaged, without triangles, with a point that is not finite, or so far from its origin that
/// single precision, in which it is read, would change its shape
TriangleMesh read_mesh(const std::string& path, std::vector<std::string>* remarks = nullptr);

/// The surface where the values of a grid in a VDB file are `iso`: that of a level set, or of a fog
/// volume, whose inside has larger values. Grids of whole numbers and of true and false, 1 and 0,
/// are read as those of floats, and level sets that are positive inside with their sign turned.
/// Read as read_mesh() reads.
/// @param grid  its name; empty: the only one of floats, or "surface", or "density"
/// @param iso   of a fog volume, 0.5 where none is given; a level set's is 0
/// @throws InputError likewise, and where the file has no such grid, or that no such surface
TriangleMesh read_vdb_surface(const std::string& path, const std::string& grid,
                              std::optional<double> iso,
                              std::vector<std::string>* remarks = nullptr);

}  // namespace eulersolid
