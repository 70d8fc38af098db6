#pragma once

#include <array>
#include <vector>

#include "shapes/shape.h"

namespace eulersolid {

/// A point of a surface at rest, in the frame of its shape.
struct RestPoint {
  Vec3 at;    ///< [m]
  Vec3 area;  ///< sum of the outward area vectors of the parts of the surface around it [m^2]
  bool sharp = false;  ///< on an edge or a corner, or where curvature is like one
};

/// Four points of a surface, by their numbers, counter-clockwise from outside.
using RestFace = std::array<int, 4>;

/// A surface at rest, its points and the faces between them.
struct RestContour {
  std::vector<RestPoint> points;
  std::vector<RestFace> faces;  ///< closed together
};

/// Points all over the surface of a shape that is not a plane, edges and corners among them: one
/// for each cell of a lattice that the surface passes, at the point that is nearest to the planes
/// of all its crossings with the edges of the lattice (dual contouring: Ju, Losasso, Schaefer and
/// Warren, ACM Trans. Graph. 21 (2002) 339-346). Each has a quarter of the faces that it is a
/// corner of, so that the area vectors of a closed surface sum up to zero, and what a flat part of
/// it has across any direction is exact.
///
/// @param shape    on the host; where samples have an exact distance beside them, that counts
/// @param spacing  of the lattice [m], > 0
RestContour rest_contour(const Shape& shape, double spacing);

inline std::vector<RestPoint> rest_points(const Shape& shape, double spacing) {
  return rest_contour(shape, spacing).points;
}

}  // namespace eulersolid
