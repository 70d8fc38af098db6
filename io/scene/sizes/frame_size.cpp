#include "io/scene/sizes/frame_size.h"

#include <algorithm>

#include "io/constants.h"
#include "shapes/join_bounds.h"

namespace eulersolid {

namespace {

constexpr double around = 8;  // the bands on both sides of a body, and a voxel for rounding

double voxels_around(Vec3 extent, double voxel) {
  double voxels = 1;
  for (int axis = 0; axis < 3; ++axis) voxels *= extent[axis] / voxel + around;
  return voxels;
}

/// Of the box that the image of a frame has: that of all bodies, within the domain.
Vec3 image_extent(const Scene& scene) {
  Bounds all = empty_bounds();
  for (const BodySpec& body : scene.bodies) add(all, bounds_at_start(body));
  Vec3 extent;
  for (int axis = 0; axis < 3; ++axis)
    extent[axis] = std::min(all.high[axis] - all.low[axis], scene.grid.size[axis]);
  return extent;
}

}  // namespace

double frame_memory(const BodySpec& body, double voxel) {
  const Bounds box = bounds_at_start(body);
  return bytes_per_voxel * voxels_around(box.high - box.low, voxel);
}

double frame_memory(const Scene& scene, double voxel) {
  double bytes = scene.output.vti ? image_memory(image_extent(scene), voxel) : 0;
  for (const BodySpec& body : scene.bodies) bytes += frame_memory(body, voxel);
  return bytes;
}

double image_memory(Vec3 extent, double voxel) {
  return bytes_per_image_voxel * voxels_around(extent, voxel);
}

}  // namespace eulersolid
