#pragma once

#include <string_view>

namespace eulersolid {

/// What the material of a rigid body is called: it has a density alone.
inline constexpr std::string_view rigid_model = "rigid";

}  // namespace eulersolid
