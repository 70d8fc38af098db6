#pragma once

#include <optional>
#include <string>

#include "io/surface/frame_maps.h"

namespace eulersolid {

/// Where two parts of one body's surface face each other across a gap.
struct Closing {
  std::string body;
  double gap = 0;  ///< [m]; negative where they have passed each other
  Vec3 at;         ///< [m]
  Vec3 rest;       ///< the material of one of them [m]
};

/// The narrowest gap of a frame's bodies, of those narrower than `widest`, between parts of a
/// surface that faced each other at rest, or were more than twice as far apart. Limbs nearer than
/// two cells share the nodes of their map, and nothing holds them apart.
/// @param widest  [m], > 0
std::optional<Closing> narrowest_closing(const FrameMaps& maps, double widest);

}  // namespace eulersolid
