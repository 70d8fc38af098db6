#pragma once

#include <openvdb/openvdb.h>

namespace eulersolid {

/// Turns the sign of a level set that is positive inside: of all of it where it is negative far
/// away, and of its active voxels where these have another sign than the values beside them, as
/// where a program has turned active values only. What has no end is no body, so that nothing else
/// can be meant.
/// @return was there something to turn?
bool make_negative_inside(openvdb::FloatGrid& grid);

}  // namespace eulersolid
