#pragma once

#include "kernels/math/mat3.h"

namespace eulersolid {

/// A body's undeformed surface as an exact signed distance [m], negative inside. The shape is
/// centred at `centre` and turned by `to_world`; a cylinder's axis is its local z.
struct LevelSet {
  enum class Kind { sphere, box, cylinder };

  Kind kind = Kind::sphere;
  Vec3 half;               ///< box: half edge lengths [m]
  double radius = 0;       ///< sphere, cylinder [m]
  double half_length = 0;  ///< cylinder [m]
  Vec3 centre;             ///< [m]
  Mat3 to_world = identity3();
};

/// Distance to an axis-aligned box given q = |x| - half, component by component.
ES_HD inline double box_distance(Vec3 q) {
  const Vec3 outside{larger(q.x, 0), larger(q.y, 0), larger(q.z, 0)};
  return norm(outside) + smaller(larger(q.x, larger(q.y, q.z)), 0);
}

/// Signed distance [m] at the reference position X.
ES_HD inline double signed_distance(const LevelSet& shape, Vec3 X) {
  const Vec3 p = transpose(shape.to_world) * (X - shape.centre);
  switch (shape.kind) {
    case LevelSet::Kind::sphere:
      return norm(p) - shape.radius;
    case LevelSet::Kind::box:
      return box_distance({std::fabs(p.x) - shape.half.x, std::fabs(p.y) - shape.half.y,
                           std::fabs(p.z) - shape.half.z});
    case LevelSet::Kind::cylinder:
      return box_distance({std::sqrt(p.x * p.x + p.y * p.y) - shape.radius,
                           std::fabs(p.z) - shape.half_length, -shape.radius});
  }
  return 0;
}

/// Exact volume [m^3].
inline double volume(const LevelSet& shape) {
  constexpr double pi = 3.14159265358979323846;
  const double r = shape.radius;
  switch (shape.kind) {
    case LevelSet::Kind::sphere:
      return 4 * pi / 3 * r * r * r;
    case LevelSet::Kind::box:
      return 8 * shape.half.x * shape.half.y * shape.half.z;
    case LevelSet::Kind::cylinder:
      return 2 * pi * r * r * shape.half_length;
  }
  return 0;
}

/// Half edges of the smallest box of the grid's axes that holds the shape [m].
inline Vec3 half_extent(const LevelSet& shape) {
  const Mat3& r = shape.to_world;
  Vec3 extent;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 row = r[axis];
    switch (shape.kind) {
      case LevelSet::Kind::sphere:
        extent[axis] = shape.radius;
        break;
      case LevelSet::Kind::box:
        extent[axis] = std::fabs(row.x) * shape.half.x + std::fabs(row.y) * shape.half.y +
                       std::fabs(row.z) * shape.half.z;
        break;
      case LevelSet::Kind::cylinder:
        extent[axis] = std::sqrt(row.x * row.x + row.y * row.y) * shape.radius +
                       std::fabs(row.z) * shape.half_length;
        break;
    }
  }
  return extent;
}

}  // namespace eulersolid
