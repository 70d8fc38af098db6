#pragma once

#include <vector>

#include "shapes/pose.h"

namespace eulersolid {

/// Where two surfaces are nearest: a point in the middle of them, the normal from the second to the
/// first, and the distance, negative where they overlap.
struct NearPoint {
  Vec3 point, normal;
  double gap = 0;  ///< [m]
};

/// A box in space.
struct PlacedBox {
  Pose pose;
  Vec3 half;  ///< extents [m]
};

/// Two boxes that are nearer than `margin`, by the axis along which they are farthest apart or
/// overlap least: up to eight corners of the patch in which two faces meet, or one point of two
/// edges (Gottschalk, Lin and Manocha, SIGGRAPH 1996, for the axes).
std::vector<NearPoint> box_contacts(const PlacedBox& a, const PlacedBox& b, double margin);

/// The nearest point of a box's surface to x, and whether x is outside.
NearPoint nearest_of_box(const PlacedBox& box, Vec3 x);

}  // namespace eulersolid
