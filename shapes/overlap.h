#pragma once

#include "shapes/placed_shape.h"

namespace eulersolid {

/// How deep a body reaches into another body or into an obstacle: the largest depth below the
/// surface of `other` of any point of `body` [m], to within `resolution`, and `ignored` when it is
/// no more than that. Neither shape changes its answer by more than the distance that a point
/// moves (a sampled one, by a spacing more), so boxes of space are divided only where they may
/// still hold a deeper point.
///
/// @param body        not a plane
/// @param ignored     depths up to this one do not matter [m], >= 0
/// @param resolution  edge of the smallest boxes looked at [m], > 0
double depth_in(const PlacedShape& body, const PlacedShape& other, double ignored,
                double resolution);

}  // namespace eulersolid
