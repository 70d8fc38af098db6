#pragma once

/// For the .cpp files of io/ and tests that need OpenVDB, as vdb_grids.h.

#include <openvdb/openvdb.h>

#include "io/vdb/frame.h"
#include "io/vdb/vdb.h"

namespace eulersolid {

/// All obstacles together as a level set on the voxels of a frame: a narrow band as that of the
/// bodies, as far as the field reaches.
openvdb::FloatGrid::Ptr obstacle_grid(const FrameSample& frame, const ObstacleField& field);

}  // namespace eulersolid
