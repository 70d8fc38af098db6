#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/surface_mesh.h"

namespace eulersolid {

/// The bytes of a PLY file (binary): positions, normals (nx, ny, nz), velocity (vx, vy, vz), rest
/// (rest_x, rest_y, rest_z), and the scalars at each vertex.
std::string ply_bytes(const SurfaceMesh& mesh);

/// The text of an OBJ file: rest coordinates as those of the texture. OBJ has no place for
/// velocities and stress.
std::string obj_text(const SurfaceMesh& mesh);

/// The text of a USD file (.usda): a mesh with `velocities`, and `rest`, the scalars and
/// `object_id` as primvars; all but the last of the moment.
std::string usd_text(const SurfaceMesh& mesh, const FileMoment& moment);

/// The bytes of a VTK file of triangles (.vtp), for ParaView.
std::string vtp_bytes(const SurfaceMesh& mesh, double time);

/// Those of the kinds in `output.surface` that each frame has a file of: an archive, "abc", is put
/// together from PLY files.
std::vector<std::string> frame_kinds(const std::vector<std::string>& surface);
/// A file as `output.surface` names its kind: "ply", "obj", "usd" or "vtp".
std::string surface_file(std::string_view kind, const SurfaceMesh& mesh, const FileMoment& moment);
/// What its name ends with, such as ".usda".
std::string surface_extension(std::string_view kind);

}  // namespace eulersolid
