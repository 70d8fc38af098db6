#pragma once

#include <string>
#include <vector>

#include "io/scene/scene.h"
#include "io/scene/scene_places.h"

namespace eulersolid {

/// The speed of pressure waves of a material at rest [m/s]: sqrt((lambda + 2 mu) / density).
double pressure_wave_speed(const MaterialSpec& material);

/// The longest step [s] that is stable while a body of the material is at rest on cells of size h.
double stable_step_at_rest(const MaterialSpec& material, double h);

/// The material of a body, or of a region of it, of the slowest waves.
const MaterialSpec& slowest_material(const BodySpec& body);

/// Check that time step and duration fit the frames.
/// @param warnings  grows by what is allowed but probably not meant
/// @throws InputError
void check_time(const Scene& scene, const ScenePlaces& places, std::vector<std::string>& warnings);

}  // namespace eulersolid
