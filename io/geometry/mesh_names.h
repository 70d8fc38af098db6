#pragma once

#include <string>

namespace eulersolid {

/// Does the name end so? In small or capital letters; `extension` in small ones, with its dot.
bool has_extension(const std::string& path, const std::string& extension);

bool is_gltf_name(const std::string& path);

/// Is this the name of a mesh that can be read?
/// @throws InputError where it is not, which says what to do with such a file
void require_mesh_name(const std::string& path);

}  // namespace eulersolid
