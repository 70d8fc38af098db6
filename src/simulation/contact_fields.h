#pragma once

#include "contact/warm_memory.h"
#include "io/surface/frame_maps.h"

namespace eulersolid {

/// Among the values of a frame's bodies in cells.
inline constexpr const char* contact_pressure_name = "contact_pressure";
inline constexpr const char* friction_traction_name = "friction_traction";
inline constexpr const char* slip_speed_name = "slip_speed";

/// Adds what contact remembers of its last step to the values of these names, where a frame has
/// them: in each cell the normal traction on a body's surface, and the magnitude of the tangential
/// one, the sums over its partners there of the means of their parts [Pa], and the speed at which
/// the fastest of these slides [m/s].
/// @param period  of the grid they are on [cells]
void add_contact_fields(const WarmMemory& memory, int obstacles, Int3 period, FrameMaps& maps);

}  // namespace eulersolid
