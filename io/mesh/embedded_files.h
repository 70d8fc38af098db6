#pragma once

#include <string>
#include <string_view>

#include "io/mesh/embedded_mesh.h"
#include "io/mesh/surface_mesh.h"

namespace eulersolid {

/// Files of meshes that bodies were read from, with their faces and the texture's places. Each says
/// how many points were lost, if any.

/// The text of an OBJ file.
std::string embedded_obj(const EmbeddedMesh& mesh, const SourceMesh& source);

/// The text of a USD file (.usda): the texture's places as `primvars:st`, by corners; velocities,
/// scalars; the points at rest as `primvars:rest`. Of the moment are only points, velocities and
/// scalars.
std::string embedded_usd(const EmbeddedMesh& mesh, const SourceMesh& source,
                         const FileMoment& moment);

/// The bytes of a PLY file (binary): vx, vy, vz, rest_x, rest_y, rest_z, the scalars, and
/// the texture's places as s and t. PLY has these at vertices: a point with several is there once
/// for each.
std::string embedded_ply(const EmbeddedMesh& mesh, const SourceMesh& source);

/// Has a kind of file, as `output.surface` names it, a place for textures' places?
bool has_texture_places(std::string_view kind);

/// A file of such a kind.
std::string embedded_file(std::string_view kind, const EmbeddedMesh& mesh, const SourceMesh& source,
                          const FileMoment& moment);

}  // namespace eulersolid
