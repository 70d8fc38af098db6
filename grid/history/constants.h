#pragma once

namespace eulersolid {

/// A point whose material the map has farther away than this is lost, and its solid does not flow
/// [h]: more than Newton's method leaves.
constexpr double lost_memory = 0.1;

/// Nodes outside of a body have means of points so many nodes away at most: cells with solid in
/// them have corners that are no farther, but at needles.
constexpr int farthest_mean = 3;

}  // namespace eulersolid
