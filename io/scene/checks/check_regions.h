#pragma once

#include <string>
#include <vector>

#include "io/scene/scene.h"
#include "io/scene/scene_places.h"

namespace eulersolid {

/// Check what the keys of the bodies' regions mean together: names, motions that exclude each
/// other, what they are attached to, keyframes, loads.
/// @param warnings  grows by what is allowed but probably not meant
/// @throws InputError
void check_regions(const Scene& scene, const ScenePlaces& places,
                   std::vector<std::string>& warnings);

/// Check that each region has something of its body, of its surface where that is loaded.
/// @pre shapes are complete
/// @throws InputError
void check_regions_at_start(const Scene& scene, const ScenePlaces& places,
                            std::vector<std::string>& warnings);

}  // namespace eulersolid
