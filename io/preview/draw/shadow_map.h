#pragma once

#include "io/preview/draw/depth_buffer.h"

namespace eulersolid {

/// Which points the sun reaches: what is nearest to it, seen along its rays.
class ShadowMap {
 public:
  /// @param casters   whose vertices bound the map
  /// @param to_light  unit
  ShadowMap(const PreviewMesh& casters, Vec3 to_light);

  /// Part of the sun that a point with this outward normal sees, 0 to 1.
  double light(Vec3 at, Vec3 normal) const;

 private:
  struct Place {
    double x, y, nearness;
  };
  Place place(Vec3 at) const;

  Vec3 right_, down_, to_light_;
  double low_x_ = 0, low_y_ = 0, texel_ = 1;  ///< [m]
  DepthBuffer buffer_;
};

}  // namespace eulersolid
