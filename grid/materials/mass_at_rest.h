#pragma once

#include <cmath>
#include <vector>

#include "grid/materials/material_share.h"

namespace eulersolid {

/// Mass of a body at rest, and its centre.
struct MassAtRest {
  double mass = 0;  ///< [kg]
  Vec3 centre;      ///< [m]
};

/// The centroid of what a shape has of a cube, as a plane cuts it.
/// @param part  of the cube
inline Vec3 centroid_within(const PlacedShape& shape, Vec3 X, double width, double part) {
  if (part == 1) return X;
  Vec3 outward;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 ahead = X, behind = X;
    ahead[axis] += 0.25 * width, behind[axis] -= 0.25 * width;
    outward[axis] = signed_distance(shape, ahead) - signed_distance(shape, behind);
  }
  return X - (0.5 * (1 - part) * width) * normalized(outward);
}

/// Of a body whose regions may have materials of their own: exact with one density, else by
/// cubes of a 64th of the longest side of its box, so that it does not depend on cells.
/// @param densities  of its own material, then of those of `regions` [kg/m^3]
inline MassAtRest mass_at_rest(const PlacedShape& body, const std::vector<double>& densities,
                               const std::vector<PlacedShape>& regions) {
  constexpr int parts = 64;
  MassAtRest exact{densities.front() * volume(body.shape), centroid(body)};
  bool is_even = true;
  for (const double density : densities) is_even = is_even && density == densities.front();
  if (is_even) return exact;
  const Bounds box = bounds(body);
  const Vec3 size = box.high - box.low;
  const double width = larger(size.x, larger(size.y, size.z)) / parts;
  const auto along = [&](double length) { return int(std::ceil(length / width - 1e-9)); };
  MaterialShare share{{regions.data(), Index(regions.size())}, 0};
  double mass = 0, solid = 0;
  Vec3 first, solid_first;
  for (int k = 0; k < along(size.z); ++k)
    for (int j = 0; j < along(size.y); ++j)
      for (int i = 0; i < along(size.x); ++i) {
        const Vec3 middle = box.low + width * Vec3{i + 0.5, j + 0.5, k + 0.5};
        const double part = part_within(body, middle, width);
        if (part == 0) continue;
        const Vec3 X = centroid_within(body, middle, width, part);
        double density = 0;
        for (share.number = 0; share.number < Index(densities.size()); ++share.number)
          density += share.at(X, part * width) * densities[std::size_t(share.number)];
        mass += part * density, first += (part * density) * X;
        solid += part, solid_first += part * X;
      }
  const double mean = mass / solid;
  exact.mass *= mean / densities.front();
  exact.centre += (1 / mass) * first - (1 / solid) * solid_first;
  return exact;
}

}  // namespace eulersolid
