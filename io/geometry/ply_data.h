#pragma once

#include <optional>
#include <string>
#include <vector>

namespace eulersolid {

/// A PLY file as its library takes it: that refuses one whose faces come before its vertices,
/// though any order will do, and takes a text that is cut for a smaller mesh.
/// @param bytes    of the file
/// @param path     its name, for messages
/// @param remarks  grows by what was changed
/// @return nothing where the file is right as it is
/// @throws InputError where a text, or a file that is to be put in order, ends before the elements
/// that its header announces
std::optional<std::string> mended_ply(const std::string& bytes, const std::string& path,
                                      std::vector<std::string>& remarks);

}  // namespace eulersolid
