#pragma once

#include <array>
#include <string>
#include <vector>

#include "io/vdb/frame.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// A closed surface of triangles with values at its vertices: of one body at one moment.
struct SurfaceMesh {
  std::string name;
  int object_id = 0;            ///< as in the VDB files: 1 for the first body; 0 where it has none
  std::vector<Vec3> positions;  ///< [m]
  std::vector<std::array<int, 3>> triangles;  ///< vertices, counter-clockwise seen from outside
  std::vector<Vec3f> normals;        ///< outward, unit; at edges between those of the sides
  std::vector<Vec3f> velocity;       ///< [m/s]
  std::vector<Vec3f> rest;           ///< where the material was at rest [m]
  std::vector<NamedValues> scalars;  ///< further values, as BodyMap has them in cells

  bool empty() const { return triangles.empty(); }
};

/// What files of meshes say of their moment.
struct FileMoment {
  int frame = 0;       ///< number
  double time = 0;     ///< [s]
  double fps = 25;     ///< frames for each second [1/s]
  bool lasts = false;  ///< is it as it is there at all times?
};

/// The surfaces of all bodies at one moment.
struct FrameMeshes {
  int frame = 0;
  double time = 0;  ///< [s]
  std::vector<SurfaceMesh> bodies;
};

}  // namespace eulersolid
