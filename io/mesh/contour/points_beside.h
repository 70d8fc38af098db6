#pragma once

#include <vector>

#include "io/mesh/contour/feature_point.h"
#include "io/mesh/contour/level_field.h"

namespace eulersolid {

/// Points of a surface around one of it, with normals that are each of one side: on an edge or a
/// corner, and as far from it as a crossing is known, a level set has slopes of none of them. Only
/// the point itself where there are no such points.
/// @param distance  to them along the surface [m]
std::vector<SurfacePoint> points_beside(const SurfacePoint& point, double distance,
                                        const LevelField& field);

/// Points of a surface nearer to a place, each on the side of one of some points.
std::vector<SurfacePoint> points_towards(Vec3 place, const std::vector<SurfacePoint>& points,
                                         const LevelField& field);

}  // namespace eulersolid
