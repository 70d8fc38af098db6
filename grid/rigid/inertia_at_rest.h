#pragma once

#include "grid/materials/mass_at_rest.h"
#include "kernels/math/mat3.h"

namespace eulersolid {

/// Mass of a rigid body at rest, its centre, and its inertia about that.
struct RigidMass {
  double mass = 0;  ///< [kg]
  Vec3 centre;      ///< [m]
  Mat3 inertia{};   ///< [kg m^2]
};

/// Of an even solid: mass and centre are the shape's own; the inertia is that of cubes of a 64th
/// of the longest side of its box, cut by the surface.
inline RigidMass rigid_mass(const PlacedShape& placed, double density) {
  constexpr int parts = 64;
  const PlacedShape body{placed.shape, {}};  // along whose axes faces are likely to be
  RigidMass rigid{density * volume(body.shape), centroid(body), {}};
  const Bounds box = bounds(body);
  const Vec3 size = box.high - box.low;
  const double width = larger(size.x, larger(size.y, size.z)) / parts;
  const auto along = [&](double length) { return int(std::ceil(length / width - 1e-9)); };
  double cubes = 0;
  Mat3 moments{};
  Vec3 first;
  for (int k = 0; k < along(size.z); ++k)
    for (int j = 0; j < along(size.y); ++j)
      for (int i = 0; i < along(size.x); ++i) {
        const Vec3 middle = box.low + width * Vec3{i + 0.5, j + 0.5, k + 0.5};
        const double part = part_within(body, middle, width);
        if (part == 0) continue;
        const Vec3 r = centroid_within(body, middle, width, part) - rigid.centre;
        // Of what is left of a cube, along an axis: in the mean, as it is cut along one of three.
        const double own = (2 + part * part) / 3 * width * width / 12;
        moments = moments + part * (outer(r, r) + own * identity3());
        cubes += part, first += part * r;
      }
  moments =
      (rigid.mass / cubes) * moments - rigid.mass * outer((1 / cubes) * first, (1 / cubes) * first);
  const Mat3 inertia = trace(moments) * identity3() - moments;
  rigid.inertia = placed.pose.rotation * (inertia * transpose(placed.pose.rotation));
  rigid.centre = centroid(placed);
  return rigid;
}

}  // namespace eulersolid
