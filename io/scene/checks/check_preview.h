#pragma once

#include <string>
#include <vector>

#include "io/scene/scene.h"
#include "io/scene/scene_places.h"

namespace eulersolid {

/// Check what the keys of `[preview]` mean together.
/// @param bodies  names that there are
/// @throws InputError
void check_preview(const Scene::Preview& preview, const std::vector<std::string>& bodies,
                   const ScenePlaces& places);

}  // namespace eulersolid
