#pragma once

#include "io/scene/scene.h"
#include "kernels/math/mat3.h"

namespace eulersolid {

/// A shape placed in the scene.
struct PlacedShape {
  ShapeSpec shape;
  Vec3 position;  ///< of the shape's centre, or of a point of the plane [m]
  Mat3 turn;      ///< from the shape's frame to the scene's
};

/// Corners of the smallest axis-parallel box around something [m].
struct Bounds {
  Vec3 low, high;
};

PlacedShape placed(const BodySpec& body);
/// Where an obstacle is at a time [s].
PlacedShape placed(const ObstacleSpec& obstacle, double time = 0);

/// The obstacle's `point` or `centre` at a time [m]: linear between keyframes, at rest before the
/// first and after the last.
Vec3 position_at(const ObstacleSpec& obstacle, double time);

/// Exact signed distance of a point of the scene to a shape's surface [m], negative inside.
double signed_distance(const PlacedShape& placed, Vec3 point);

/// Bounds of a shape that is not a plane: planes have none.
Bounds bounds(const PlacedShape& placed);

/// The smallest extent of a shape that is not a plane [m].
double thickness(const ShapeSpec& shape);
double volume(const ShapeSpec& shape);  ///< of a shape that is not a plane [m^3]

/// How deep a body reaches into another body or into an obstacle: the largest depth below the
/// surface of `other` of any point of `body` [m], to within `resolution`, and `ignored` when it is
/// no more than that. Neither shape changes its answer by more than the distance that a point
/// moves, so boxes of space are divided only where they may still hold a deeper point.
///
/// @param body        not a plane
/// @param ignored     depths up to this one do not matter [m], >= 0
/// @param resolution  edge of the smallest boxes looked at [m], > 0
double depth_in(const PlacedShape& body, const PlacedShape& other, double ignored,
                double resolution);

}  // namespace eulersolid
