#pragma once

/// For the .cpp files of io/ that need OpenVDB.

#include <vector>

#include "io/preview/file_mesh.h"
#include "io/surface/frame_maps.h"

namespace eulersolid {

/// The maps of a frame's bodies out of a file, with voxels for cells: with their shapes at rest
/// they give surfaces as sharp as those of the run.
/// @param shapes  of the bodies at rest, in the order of their numbers
/// Velocities are zero where the file has none.
/// @return no bodies where the file has no numbers or no coordinates at rest
FrameMaps file_maps(const PreviewGrids& grids, const std::vector<PlacedShape>& shapes);

}  // namespace eulersolid
