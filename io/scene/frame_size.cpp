#include "io/scene/frame_size.h"

namespace eulersolid {

double frame_memory(const Scene& scene, double voxel) {
  constexpr double around = 8;  // the bands on both sides of a body, and a voxel for rounding
  double voxels = 0;
  for (const BodySpec& body : scene.bodies) {
    const Bounds box = bounds(placed(body));
    double its = 1;
    for (int axis = 0; axis < 3; ++axis) its *= (box.high[axis] - box.low[axis]) / voxel + around;
    voxels += its;
  }
  return bytes_per_voxel * voxels;
}

}  // namespace eulersolid
