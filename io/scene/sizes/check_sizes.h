#pragma once

#include <string>
#include <vector>

#include "io/scene/scene.h"
#include "io/scene/scene_places.h"

namespace eulersolid {

/// Check the sizes of the grid and of frames, and how far from the origin all is, of a scene that
/// is complete.
/// @param warnings  grows by what is allowed but probably not meant
/// @throws InputError
void check_sizes(const Scene& scene, const ScenePlaces& places, std::vector<std::string>& warnings);

}  // namespace eulersolid
