#pragma once

/// The colour that a ray sees. For the .cpp files of io/ that need OpenVDB.

#include <openvdb/tools/Interpolation.h>
#include <openvdb/tools/RayIntersector.h>

#include <optional>

#include "io/ray_tracer.h"

namespace eulersolid {

/// Colours are linear light. One per thread: it remembers where in the grids it was last.
class Shader {
 public:
  explicit Shader(const PreviewGrids& grids);

  /// Colour of a point of the picture, in pixels from its top left.
  Vec3 colour(const PreviewCamera& camera, double x, double y);

 private:
  using Intersector = openvdb::tools::LevelSetRayIntersector<openvdb::FloatGrid>;
  using Surface = openvdb::FloatGrid::ConstAccessor;

  Vec3 shade(Vec3 at, Vec3 ray);
  Vec3 material(Vec3 at, Vec3 normal);
  double distance(Vec3 at);  ///< to the surface, up to the narrow band's end [m]
  Vec3 normal(Vec3 at);      ///< outward, unit

  const PreviewGrids& grids_;
  double h_;
  std::optional<Intersector> surface_;  ///< none when there is nothing to see
  Surface distances_;
};

}  // namespace eulersolid
