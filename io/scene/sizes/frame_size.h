#pragma once

#include "io/scene/scene.h"

namespace eulersolid {

/// What a frame of a scene takes of memory while it is sampled and put together, as the bodies are
/// at rest [bytes].
/// @param voxel  edge length of its voxels [m]
double frame_memory(const Scene& scene, double voxel);

/// What of it is one body's, without images [bytes].
double frame_memory(const BodySpec& body, double voxel);

/// What an image of a box takes of memory [bytes].
/// @param extent  of the box [m]
double image_memory(Vec3 extent, double voxel);

}  // namespace eulersolid
