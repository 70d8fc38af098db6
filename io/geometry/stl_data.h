#pragma once

#include <optional>
#include <string>
#include <vector>

namespace eulersolid {

/// An STL file as its library takes it, where that refuses what others read: texts in capitals, and
/// binary files whose header has another number of triangles than they have, or that have something
/// else behind these.
/// @param bytes    of the file
/// @param path     its name, for messages
/// @param remarks  grows by what was wrong with it
/// @return nothing where the file is right as it is
/// @throws InputError where it is no STL file, or cut
std::optional<std::string> mended_stl(std::string bytes, const std::string& path,
                                      std::vector<std::string>& remarks);

}  // namespace eulersolid
