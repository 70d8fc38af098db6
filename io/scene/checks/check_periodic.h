#pragma once

#include "io/scene/scene.h"
#include "io/scene/scene_places.h"

namespace eulersolid {

/// The largest cells up to a size of which a domain has a whole number along its periodic axes;
/// that size where it has none, and where no number up to four times as many is right.
double fitting_cell_size(const Scene::Domain& grid, double most);

/// In a domain that repeats along some axes its size is given and a whole number of cells, bodies
/// are shorter than it, and planes run along these axes.
/// @throws InputError naming the first place that is wrong
void check_periodic(const Scene& scene, const ScenePlaces& places);

}  // namespace eulersolid
