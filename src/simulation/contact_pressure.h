#pragma once

#include "contact/warm_memory.h"
#include "io/surface/frame_maps.h"

namespace eulersolid {

/// Among the values of a frame's bodies in cells.
inline constexpr const char* contact_pressure_name = "contact_pressure";

/// Adds what contact remembers of its last step to the values of that name: in each cell the normal
/// traction on a body's surface, the sum over its partners there of the mean of their parts [Pa].
void add_contact_pressure(const WarmMemory& memory, int obstacles, FrameMaps& maps);

}  // namespace eulersolid
