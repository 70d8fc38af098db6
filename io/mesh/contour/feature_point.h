#pragma once

#include "kernels/math/vec3.h"

namespace eulersolid {

/// A point of a surface and its normal there.
struct SurfacePoint {
  Vec3 at;      ///< [m]
  Vec3 normal;  ///< unit, or zero where it is not known
};

/// Where planes meet.
struct FeaturePoint {
  Vec3 at;       ///< [m]
  Vec3 normal;   ///< unit, in the middle between those of the planes where there are several
  int rank = 0;  ///< 1: on a plane, 2: on an edge, 3: a corner
};

/// The point nearest to all tangent planes of some points of a surface, in the sense of least
/// squares, and of these nearest to the points' mean: that of the surface's corner or edge, where
/// it has one between them (T. Ju et al., Dual contouring of Hermite data, SIGGRAPH 2002). Planes
/// that differ by less than some 16 degrees count as one.
/// @param centre, reach  the point is looked for no farther than this from there, along each axis
/// [m]
FeaturePoint feature_point(const SurfacePoint* points, int count, Vec3 centre, double reach);

}  // namespace eulersolid
