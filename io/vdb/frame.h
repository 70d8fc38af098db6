#pragma once

#include <string>
#include <vector>

#include "kernels/math/cells.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

struct Vec3f {
  float x = 0, y = 0, z = 0;
};

/// One body sampled at the centres of a box of voxels, x fastest. Voxel (i, j, k) has its centre at
/// origin + h (i + 1/2, j + 1/2, k + 1/2). Where `sdf` >= 3 h nothing else is valid.
struct BodySample {
  std::string name;
  Int3 first;  ///< indices of the box's voxel (0, 0, 0)
  Cells cells;
  std::vector<float> sdf;       ///< signed distance to the deformed surface [m], negative inside
  std::vector<Vec3f> velocity;  ///< [m/s]
  std::vector<Vec3f> rest;      ///< reference map X [m]
  std::vector<float> stress_vm, J, pressure;  ///< empty unless asked for; [Pa], [-], [Pa]
};

/// All that one picture of the simulation needs.
struct FrameSample {
  int frame = 0;
  double time = 0;  ///< [s]
  Vec3 origin;      ///< of the grid [m]
  double h = 0;     ///< edge length of a voxel [m]
  std::vector<BodySample> bodies;
};

}  // namespace eulersolid
