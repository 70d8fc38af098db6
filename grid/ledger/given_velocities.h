#pragma once

#include <vector>

#include "grid/body.h"

ES_BEGIN

/// Gives the nodes of a body other velocities between two steps, as an impulse of a load from
/// outside would: its ledger gets it, and its work.
/// @param v  of all nodes of the node box, in the order of the state's arrays [m/s]
/// @throws InputError where they are not as many, or not finite
void give_velocities(Body& body, const GridSpec& grid, const std::vector<Vec3>& v);

ES_END
