#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/conservation/drift.h"

namespace eulersolid {

/// Of which scenes are drawn, as scenes call them.
extern const std::vector<std::string> random_shapes;

/// A collision drawn at random: one to four balls, boxes and cylinders, turned at will, with radii
/// and half edges of 3 to 8 cells; E is 1e4 to 1e7 Pa and within a scene the same but for a factor
/// of 2, nu 0.2 to 0.45, friction 0 to 1. They start side by side, spin, and fly at one another,
/// each at 0.05 to 0.15 of the slowest pressure wave; half of the scenes, and all of one body, have
/// gravity and a tilted floor below. All of it is seen from a frame that moves, on a grid that lies
/// anyhow. Its end is when they have met and parted.
/// @param seed    of the numbers, which are the same on every machine
/// @param shapes  of random_shapes, those to draw of; not empty
Scene random_scene(std::uint64_t seed, const std::vector<std::string>& shapes = random_shapes);

/// What scenes in which something met make of the energy without any correction of it, in the terms
/// of `Drift`.
struct Closure {
  int met = 0;
  double worst = 0, median = 0;                      ///< of |closure|
  double worst_advection = 0, median_advection = 0;  ///< of `advection`
  int failures = 0;                                  ///< runs that ended early
};

Closure closure_of(const std::vector<Drift>& drifts);

}  // namespace eulersolid
