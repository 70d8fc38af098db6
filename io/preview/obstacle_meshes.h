#pragma once

#include <vector>

#include "io/mesh/surface_mesh.h"
#include "io/scene/scene.h"

namespace eulersolid {

/// An obstacle has an end, and so a surface that is a mesh.
bool is_solid(const ObstacleSpec& obstacle);

/// The surfaces of a scene's obstacles, each found once and moved from then on; planes have none.
class ObstacleMeshes {
 public:
  explicit ObstacleMeshes(const std::vector<ObstacleSpec>& obstacles);

  /// Where they are at a time [s], with all values but stress: `rest` is where they were at the
  /// start.
  std::vector<SurfaceMesh> at(double time) const;

 private:
  struct Solid {
    ObstacleSpec spec;
    SurfaceMesh mesh;  ///< in its own frame
  };
  std::vector<Solid> solids_;
};

}  // namespace eulersolid
