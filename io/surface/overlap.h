#pragma once

#include <functional>
#include <string>

#include "io/surface/frame_maps.h"

namespace eulersolid {

/// How deep two solids of a frame are in each other.
struct Overlap {
  double depth = 0;  ///< [m]; zero where they are not
  std::string body, partner;
  Vec3 at;  ///< [m]
};

/// The deepest overlap of a frame's bodies with each other and with obstacles, as its files show
/// it: at the centres of voxels of half a cell, where two signed distances are negative, by their
/// sum.
/// @param may_touch  may things of two names? Others may be in each other, too
Overlap deepest_overlap(
    const FrameMaps& maps,
    const std::function<bool(const std::string&, const std::string&)>& may_touch =
        [](const std::string&, const std::string&) { return true; });

}  // namespace eulersolid
