#pragma once

#include <string>
#include <vector>

#include "io/scene/scene.h"
#include "io/scene/scene_places.h"

namespace eulersolid {

/// Check how the scene starts: bodies in the domain, neither too thin for the grid nor inside each
/// other or an obstacle unless the scene allows it.
/// @param warnings  grows by what is allowed but probably not meant
/// @throws InputError
void check_start(const Scene& scene, const ScenePlaces& places, std::vector<std::string>& warnings);

}  // namespace eulersolid
