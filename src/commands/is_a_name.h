#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace eulersolid {

/// Refuses the empty name of a file or folder, which would be that of the current folder.
inline CLI::Validator is_a_name() {
  return {[](const std::string& name) { return name.empty() ? "has no name" : ""; }, ""};
}

}  // namespace eulersolid
