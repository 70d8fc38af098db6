#pragma once

#include "io/scene/scene.h"
#include "io/scene/scene_places.h"

namespace eulersolid {

/// Whether what rigid bodies are told goes with being rigid, and whether joints link such bodies.
/// @throws InputError
void check_rigid(const Scene& scene, const ScenePlaces& places);

}  // namespace eulersolid
