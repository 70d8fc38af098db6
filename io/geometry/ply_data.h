#pragma once

#include <string>

namespace eulersolid {

/// Looks for what a PLY file of text lacks and its library does not tell: that takes one that is
/// cut for a smaller mesh.
/// @throws InputError where the file ends before the elements that its header announces
void check_ply_data(const std::string& path);

}  // namespace eulersolid
