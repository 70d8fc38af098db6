#pragma once

#include <string>
#include <string_view>

#include "io/mesh/carried_mesh.h"
#include "io/mesh/surface_mesh.h"

namespace eulersolid {

/// Files of meshes that bodies were read from, with their faces and the texture's places. Each says
/// how many points were lost, if any.

/// The text of an OBJ file.
std::string carried_obj(const CarriedMesh& mesh, const SourceMesh& source);

/// The text of a USD file (.usda): the texture's places as `primvars:st`, by corners; velocities,
/// scalars; the points at rest as `primvars:rest`. Of the moment are only points, velocities and
/// scalars.
std::string carried_usd(const CarriedMesh& mesh, const SourceMesh& source,
                        const FileMoment& moment);

/// The bytes of a PLY file (binary): vx, vy, vz, rest_x, rest_y, rest_z, the scalars, and
/// the texture's places as s and t. PLY has these at vertices: a point with several is there once
/// for each.
std::string carried_ply(const CarriedMesh& mesh, const SourceMesh& source);

/// Has a kind of file, as `output.surface` names it, a place for textures' places?
bool has_texture_places(std::string_view kind);

/// A file of such a kind.
std::string carried_file(std::string_view kind, const CarriedMesh& mesh, const SourceMesh& source,
                         const FileMoment& moment);

}  // namespace eulersolid
