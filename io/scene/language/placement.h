#pragma once

#include "io/scene/scene.h"
#include "io/scene/scene_places.h"

namespace eulersolid {

/// Puts every body that is `on` another body or an obstacle there: along z, to a `gap` above where
/// the two first touch when it comes from above.
/// @pre shapes are complete, and the grid has a cell size
/// @throws InputError, with the place, for names that are not there, bodies that lie on each other
/// in a ring, and what passes by
void place_bodies(Scene& scene, const ScenePlaces& places);

}  // namespace eulersolid
