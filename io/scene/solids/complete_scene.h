#pragma once

#include <string>
#include <vector>

#include "io/scene/scene.h"
#include "io/scene/scene_places.h"

namespace eulersolid {

/// Fills in what follows from what was written: shapes from files and of parts, where bodies lie,
/// how what has keyframes starts, and the grid.
/// @throws InputError, with the place, for what the keys alone do not show
void complete_scene(Scene& scene, const ScenePlaces& places, std::vector<std::string>& warnings);

}  // namespace eulersolid
