#pragma once

#include <optional>
#include <string>

#include "io/surface/frame_maps.h"

namespace eulersolid {

/// Where two parts of one body's surface have come near each other.
struct Closing {
  std::string body;
  double gap = 0;  ///< [m]; negative where they have passed each other
  Vec3 at;         ///< of one of them [m]
  Vec3 rest;       ///< and its material [m]
};

/// The narrowest gap of a frame's bodies, of those narrower than `widest`, between points of a
/// surface, a cell apart, that were farther from each other at rest and face each other. Gaps that
/// are as narrow at rest do not close, and are not found. Limbs nearer than two cells share the
/// nodes of their map, and nothing holds them apart.
/// @param widest  [m], > 0
std::optional<Closing> narrowest_closing(const FrameMaps& maps, double widest);

}  // namespace eulersolid
