#pragma once

#include "io/scene/scene.h"
#include "io/scene/scene_places.h"

namespace eulersolid {

/// Deformations that bodies start with: not inside out, within what grids carry and contact sees,
/// and where the material is stable.
/// @throws InputError naming the place
void check_deformations(const Scene& scene, const ScenePlaces& places);

/// At least how thin a body is at the start: its thickness at rest by the least stretch [m].
double thickness_at_start(const BodySpec& body);

}  // namespace eulersolid
