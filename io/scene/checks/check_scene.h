#pragma once

#include <string>
#include <vector>

#include "io/scene/scene.h"
#include "io/scene/scene_places.h"

namespace eulersolid {

/// Check what the keys of a scene mean together: time, names, directions, keyframes, pairs, output.
/// Every single key has passed the schema.
/// @param warnings  grows by what is allowed but probably not meant
/// @throws InputError
void check_meaning(const Scene& scene, const ScenePlaces& places,
                   std::vector<std::string>& warnings);

}  // namespace eulersolid
