#pragma once

#include "shapes/placed_shape.h"

namespace eulersolid {

/// How deep a body reaches into another body or into an obstacle: the largest depth below the
/// surface of `other` of any point of `body` [m], to within `resolution`, and `ignored` when it is
/// no more than that.
///
/// Exact in planes, but for sampled bodies. Otherwise directions in which the two can lie side by
/// side say that they do not reach deeper than `ignored`; where these leave it open, boxes of space
/// are searched. Neither shape changes its answer by more than the distance that a point moves (a
/// sampled one, by a spacing more), so only boxes that may still hold a deeper point are divided.
///
/// @param body        not a plane
/// @param ignored     depths up to this one do not matter [m], >= 0
/// @param resolution  edge of the smallest boxes looked at [m], > 0, but at least 1/1024 of those
///                    of the region where the two may overlap
double depth_in(const PlacedShape& body, const PlacedShape& other, double ignored,
                double resolution);

/// A depth that neither of two shapes, which are no planes, reaches in the other [m]: by what they
/// are along the axes of both and the line between their centroids. Exact where flat faces or two
/// balls touch; not above 0 where they are known to be apart.
double max_overlap(const PlacedShape& a, const PlacedShape& b);

/// How deep two shapes reach into each other: the greater of what each does in the other, as by
/// depth_in().
double overlap(const PlacedShape& body, const PlacedShape& other, double ignored,
               double resolution);

/// Is a point of one of two shapes, which are no planes, deeper than `ignored` in the other? As
/// depth_in() finds it, at the first that is found.
bool reaches_into(const PlacedShape& body, const PlacedShape& other, double ignored,
                  double resolution);

}  // namespace eulersolid
