#pragma once

#include <string>

#include "io/scene/scene.h"

namespace eulersolid {

/// The scene as TOML with every default filled in. Reading the text gives the same scene, to the
/// last bit, but for `source`.
/// @throws InputError for a body or an obstacle that no scene can give, being samples alone
std::string write_scene(const Scene& scene);

/// What the scene's `[numerics]` has of its own: `kink_stiffness = 0 (0.1), ...` with the defaults
/// in parentheses. Empty without any.
std::string changed_numerics(const Scene& scene);

}  // namespace eulersolid
