#pragma once

#include "io/scene/scene.h"
#include "io/scene/scene_places.h"

namespace eulersolid {

/// In a domain that repeats along some axes its size is given and a whole number of cells, bodies
/// are shorter than it, and planes run along these axes.
/// @throws InputError naming the first place that is wrong
void check_periodic(const Scene& scene, const ScenePlaces& places);

}  // namespace eulersolid
