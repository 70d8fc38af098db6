#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/math/cells.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

struct Vec3f {
  float x = 0, y = 0, z = 0;
};

/// Values of one kind at many places.
struct NamedValues {
  std::string name;  ///< such as stress_vm
  std::vector<float> values;
  float otherwise = 0;  ///< where there is none
};

/// Those of a name; empty where there are none.
const std::vector<float>& values_named(const std::vector<NamedValues>& all, std::string_view name);

/// One body sampled at the centres of a box of voxels, x fastest. Voxel (i, j, k) has its centre at
/// origin + h (i + 1/2, j + 1/2, k + 1/2). Where `sdf` >= 3 h nothing else is valid.
struct BodySample {
  std::string name;
  Int3 first;  ///< indices of the box's voxel (0, 0, 0)
  Cells cells;
  std::vector<float> sdf;       ///< signed distance to the deformed surface [m], negative inside
  std::vector<Vec3f> velocity;  ///< [m/s]
  std::vector<Vec3f> rest;      ///< reference map X [m]
  std::vector<NamedValues> values;  ///< further ones that were asked for, as BodyMap has them
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
