#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "shapes/shape.h"
#include "shapes/turning.h"

namespace eulersolid {

/// Where one copy of an array is.
struct Spot {
  Vec3 centre;                            ///< [m]
  std::optional<RotationSpec> turn = {};  ///< instead of the template's own
};

struct Box {
  Vec3 low, size;  ///< [m]
};

/// @param counts   along x, y and z, whole numbers
/// @param spacing  from centre to centre [m]
std::vector<Spot> grid_spots(Vec3 centre, Vec3 counts, Vec3 spacing);

/// Around an axis through `centre`, the first in the direction of x as the shortest turn of z into
/// the axis takes it.
/// @param turned  each copy turns with its place, from `own` at the first
std::vector<Spot> ring_spots(Vec3 centre, Vec3 axis, double radius, int count, bool turned,
                             const RotationSpec& own);

std::vector<Spot> stack_spots(Vec3 first, Vec3 step, int count);

/// Balls of one radius in a box, at least `gap` apart, drawn one after the other with a generator
/// that is the same on all machines (SplitMix64); fewer where a ball finds no place in many trials.
/// @param turned  each by a random rotation
std::vector<Spot> random_spots(const Box& box, double radius, double gap, int count,
                               std::uint64_t seed, bool turned);

/// Radius of a ball around the shape's own origin that holds it, 0.1 % larger than the smallest one
/// at most; that of a sampled shape holds its box [m].
double radius_around(const Shape& shape);

}  // namespace eulersolid
