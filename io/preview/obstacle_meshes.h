#pragma once

#include <optional>
#include <vector>

#include "io/mesh/surface_mesh.h"
#include "io/scene/scene.h"

namespace eulersolid {

/// An obstacle has an end, and so a surface that is a mesh.
bool is_solid(const ObstacleSpec& obstacle);

/// The surfaces of a scene's obstacles, each found once and moved from then on.
class ObstacleMeshes {
 public:
  /// @param domain  that planes are to cover: they are squares of two triangles, of twice its
  ///                diagonal, around the foot of its middle, and move as rigid things; without it
  ///                they are left out
  explicit ObstacleMeshes(const std::vector<ObstacleSpec>& obstacles,
                          const std::optional<Bounds>& domain = {});

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
