#pragma once

#include "kernels/math/vec3.h"

namespace eulersolid {

/// Signed distances [m] of a point to primitive solids in their own frames, negative inside: exact,
/// so 1-Lipschitz, everywhere. The formulas are those of J. C. Hart, Sphere tracing, The Visual
/// Computer 12 (1996) 527-545, with the nearest face inside and face, edge or corner outside.

ES_HD inline double sphere_distance(Vec3 p, double radius) { return norm(p) - radius; }

/// Distance of a solid that is a box in some coordinates, from how far the point lies beyond the
/// face of each of them [m].
ES_HD inline double distance_beyond_faces(Vec3 q) {
  const Vec3 outside{larger(q.x, 0), larger(q.y, 0), larger(q.z, 0)};
  return norm(outside) + smaller(larger(q.x, larger(q.y, q.z)), 0);
}

/// @param half  half edge lengths [m]
ES_HD inline double box_distance(Vec3 p, Vec3 half) {
  return distance_beyond_faces(
      {std::fabs(p.x) - half.x, std::fabs(p.y) - half.y, std::fabs(p.z) - half.z});
}

/// The axis is z. The third coordinate, -radius, is never nearer than the other two.
ES_HD inline double cylinder_distance(Vec3 p, double radius, double half_length) {
  return distance_beyond_faces(
      {std::sqrt(p.x * p.x + p.y * p.y) - radius, std::fabs(p.z) - half_length, -radius});
}

/// The half-space that a unit normal at the origin points away from.
ES_HD inline double plane_distance(Vec3 p, Vec3 normal) { return dot(normal, p); }

}  // namespace eulersolid
