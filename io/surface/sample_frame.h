#pragma once

#include "io/surface/frame_maps.h"
#include "io/vdb/frame.h"

namespace eulersolid {

/// A frame's bodies at the centres of voxels, on every thread of the machine. Distances are looked
/// up near the surfaces only; elsewhere they are `sampled_reach` voxels.
/// @param voxel  edge length of the voxels [m]
FrameSample sample_frame(const FrameMaps& maps, double voxel);

/// How far from the surfaces, on both sides, distances are known [voxels].
constexpr double sampled_reach = 3;

}  // namespace eulersolid
