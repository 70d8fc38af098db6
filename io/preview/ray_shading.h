#pragma once

/// The colour that a ray sees. For the .cpp files of io/ that need OpenVDB.

#include <openvdb/tools/Interpolation.h>
#include <openvdb/tools/RayIntersector.h>

#include <optional>

#include "io/preview/ray_obstacles.h"
#include "io/preview/ray_tracer.h"

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

  /// The light that comes from a point of a surface of that colour against the ray.
  Vec3 shade(Vec3 at, Vec3 normal, Vec3 ray, Vec3 colour);
  Vec3 shade_body(Vec3 at, Vec3 ray);
  Vec3 shade_obstacle(const ObstacleHit& hit, const PreviewCamera& camera, Vec3 ray, Vec3 behind);
  Vec3 body_colour_at(Vec3 at, Vec3 normal);
  int owner(Vec3 at, Vec3 normal);  ///< number of the body whose surface this is
  double distance(Vec3 at);         ///< to the bodies' surface, up to the narrow band's end [m]
  double open_distance(Vec3 at);    ///< the same, and to the obstacles
  Vec3 normal(Vec3 at);             ///< of the bodies' surface: outward, unit

  const PreviewGrids& grids_;
  double h_;
  std::optional<Intersector> surface_;  ///< none when there is nothing to see
  Surface distances_;
};

}  // namespace eulersolid
