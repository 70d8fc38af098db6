#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace eulersolid {

/// Where this program is.
std::filesystem::path own_program();

/// Start another program in place of this one: of a path, or of a name on the PATH. Returns where
/// that cannot be.
/// @param words  its command line, its own name first
void become(const std::string& program, std::vector<std::string> words);

}  // namespace eulersolid
