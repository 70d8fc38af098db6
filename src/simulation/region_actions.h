#pragma once

#include <vector>

#include "grid/regions/region.h"
#include "io/scene/scene.h"

namespace eulersolid {

/// When a step is, and the kick before it, which lasts from the middle of the last step to that of
/// this one [s].
struct StepTimes {
  double start = 0, dt = 0;
  double last_dt = 0;  ///< of the step before; 0 before the first

  double kick_start() const { return start - 0.5 * last_dt; }
  double kick_dt() const { return 0.5 * (last_dt + dt); }
};

/// What acts on the regions of a body in a step, in their order: loads as their means over the
/// kick, motions so that the step ends where they want it.
std::vector<RegionAction> region_actions(const Scene& scene, const BodySpec& body,
                                         const StepTimes& step);

}  // namespace eulersolid
