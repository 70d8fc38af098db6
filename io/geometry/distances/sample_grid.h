#pragma once

#include <string>

#include "kernels/math/cells.h"
#include "shapes/placed_shape.h"

namespace eulersolid {

/// Where a solid that no formula gives is sampled.
struct SampleGrid {
  Vec3 origin;         ///< of sample (0, 0, 0) [m]
  double spacing = 0;  ///< [m]
  Cells samples;

  /// The same box, half as far apart.
  SampleGrid halved() const {
    return {origin, 0.5 * spacing, {2 * samples.nx - 1, 2 * samples.ny - 1, 2 * samples.nz - 1}};
  }
};

inline constexpr Index max_samples = 16'000'000;  ///< of one solid: 128 MB
inline constexpr double sample_margin = 4;        ///< around it [cells]

/// A quarter of a cell apart, or farther where max_samples ask for it, on a box with a margin.
/// @param name  of the solid, for messages
/// @throws InputError where they would be more than a cell apart
SampleGrid finest_grid(const Bounds& box, double cell_size, const std::string& name);

}  // namespace eulersolid
