#pragma once

#include <array>

#include "kernels/math/cells.h"

namespace eulersolid {

/// How a surface passes through a cube with corners inside and outside of it: which of the cube's
/// edges that it crosses belong to one patch.
///
/// Corner n is at (n & 1, (n >> 1) & 1, n >> 2). Edge 4 axis + b + 2 c runs along `axis` from the
/// corner that is b and c further along the next two axes, in turn. A face that the surface crosses
/// twice is divided so that the outside holds together, from both cubes alike: then the patches
/// form a closed surface (G. M. Nielson, Dual marching cubes, IEEE Visualization 2004).
struct CellPatches {
  int count = 0;
  std::array<signed char, 12> of_edge{};  ///< number of the patch; -1 where the edge is not crossed
};

/// @param inside  bit n tells whether corner n is
const CellPatches& cell_patches(unsigned inside);

/// Corners at the ends of an edge, the lower one first.
struct EdgeCorners {
  int low, high;
};
EdgeCorners edge_corners(int edge);

}  // namespace eulersolid
