#pragma once

#include <optional>
#include <string>

namespace eulersolid {

/// An OBJ file as its library takes it: that leaves out vertices with a number that begins with its
/// point, as .5 does, so that faces have others, and refuses faces with a comment behind them.
/// @param bytes  of the file
/// @return nothing where the library reads it right as it is
std::optional<std::string> mended_obj(const std::string& bytes);

}  // namespace eulersolid
