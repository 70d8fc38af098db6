#pragma once

#include <string>

#include "io/vdb/dense_image.h"

namespace eulersolid {

/// The bytes of a VTK image (.vti): all grids of a frame, with the values at points that lie at the
/// centres of the voxels.
std::string vti_bytes(const DenseImage& image, const FrameSample& frame);

}  // namespace eulersolid
