#pragma once

#include "kernels/core/span.h"
#include "kernels/math/vec3.h"
#include "shapes/placed_shape.h"

namespace eulersolid {

/// Part of what is around X that a shape has, as a plane would cut a cube of this width [-].
ES_HD inline double part_within(const PlacedShape& shape, Vec3 X, double width) {
  return smaller(1, larger(0, 0.5 - signed_distance(shape, X) / width));
}

/// Which part of a body's solid around X one of its materials is: the body's own, or that of a
/// region, which has it instead; where regions overlap the last one has it.
///
/// Materials meet over a width, within which they share the deformation,
///     W(F, X) = sum_m f_m(X) W_m(F),     rho(X) = sum_m f_m(X) rho_m,
/// so that interfaces move with the solid and nothing jumps as they pass through cells.
struct MaterialShare {
  Span<const PlacedShape> regions;  ///< that have materials of their own, in their order
  Index number = 0;                 ///< 0: the body's own; m: that of regions[m - 1]

  ES_HD bool is_all() const { return regions.size == 0; }

  /// Of the solid in a cube: at its centroid, and over the cube's width times the part of it that
  /// is solid. So a region that ends where the body does has all of it.
  /// @param width  over which materials meet [m]
  ES_HD double at(Vec3 X, double width) const {
    double left = 1;
    for (Index m = regions.size; m > 0; --m) {
      const double part = part_within(regions[m - 1], X, width);
      if (m == number) return left * part;
      left *= 1 - part;
    }
    return left;
  }
};

}  // namespace eulersolid
