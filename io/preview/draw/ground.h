#pragma once

#include <cmath>
#include <vector>

#include "shapes/placed_shape.h"

namespace eulersolid {

/// A plane to be drawn.
struct GroundPlane {
  Vec3 point, normal;         ///< [m], unit
  Vec3 along, across;         ///< unit, in the plane
  bool is_reference = false;  ///< no obstacle, but level ground to see slopes by
};

/// Where a ray meets a plane.
struct GroundHit {
  double distance = INFINITY;  ///< along the ray, in units of its direction
  const GroundPlane* plane = nullptr;
};

/// The planes of a scene as a picture shows them: those that are obstacles, within some way of what
/// the picture is about, and, where these are not level, level ground under it, by which slopes are
/// seen as slopes. They are seen from their open side only.
class Ground {
 public:
  Ground(const std::vector<PlacedShape>& obstacles, const Bounds& view);

  GroundHit first_hit(Vec3 eye, Vec3 direction) const;

  /// How bright the tiles are at a point, -1 to 1, with edges as wide as `footprint` [m].
  double tiles(const GroundPlane& plane, Vec3 at, double footprint) const;

  /// How far a point is on the way to where the plane is no longer drawn, 0 to 1.
  double fading(const GroundPlane& plane, Vec3 at) const;

 private:
  void add(Vec3 point, Vec3 normal, bool is_reference);

  std::vector<GroundPlane> planes_;
  Vec3 centre_;
  double radius_, tile_;  ///< [m]
  bool is_level_ = true;
};

/// A square wave of period 2 with edges of a width: 1 in [0, 1], -1 in [1, 2], and so on; 0 where
/// it is too fine to be seen.
double soft_wave(double x, double width);

}  // namespace eulersolid
