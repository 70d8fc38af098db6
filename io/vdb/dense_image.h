#pragma once

#include <string>
#include <vector>

#include "io/vdb/frame.h"
#include "io/vdb/vdb.h"
#include "kernels/math/cells.h"

namespace eulersolid {

/// The grids of a frame as arrays over a box of voxels, x fastest.
struct DenseImage {
  Int3 first;  ///< indices of voxel (0, 0, 0)
  Cells voxels;
  struct Scalars {
    std::string name;
    std::vector<float> values;
  };
  struct Vectors {
    std::string name;
    std::vector<Vec3f> values;
  };
  std::vector<Scalars> scalars;
  std::vector<Vectors> vectors;
};

/// Over the box that holds all voxels of the frame's bodies with values, as far as it lies within
/// another; obstacles as far as they reach into it.
/// @param low, high  corners of that [m]
DenseImage dense_image(const FrameSample& frame, const VdbOptions& options, Vec3 low, Vec3 high);

}  // namespace eulersolid
