#pragma once

#include <string>
#include <vector>

#include "io/geometry/source_mesh.h"
#include "io/surface/frame_maps.h"

namespace eulersolid {

/// The mesh that a body was read from, at one moment: its own points, moved with the material.
struct EmbeddedMesh {
  std::string name;
  int object_id = 0;                 ///< as in the VDB files
  std::vector<Vec3> positions;       ///< of the points of the source [m]
  std::vector<Vec3f> velocity;       ///< [m/s]
  std::vector<NamedValues> scalars;  ///< further values, as BodyMap has them in cells
  int lost = 0;  ///< points without a place in the map; moved as the nearest node is
};

/// @param source  as it was at rest [m]
EmbeddedMesh embedded(const SourceMesh& source, const BodyMap& body, const FrameMaps& maps);

}  // namespace eulersolid
