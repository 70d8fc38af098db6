#pragma once

#include <functional>
#include <string>
#include <vector>

#include "grid/regions/region.h"
#include "io/scene/scene.h"
#include "src/simulation/simulation.h"

namespace eulersolid {

/// When a step is, and the kick before it, which lasts from the middle of the last step to that of
/// this one [s].
struct StepTimes {
  double start = 0, dt = 0;
  double last_dt = 0;  ///< of the step before; 0 before the first
  double pace = 1;     ///< time that goes by in these while bodies move for 1 s [-]

  double kick_start() const { return start - 0.5 * last_dt; }
  double kick_dt() const { return 0.5 * (last_dt + dt); }
};

/// Why a region cannot be loaded so; empty where nothing is wrong.
/// @param region  as it was set up: what finds its surface, or its fibres, is done then
std::string fault_of(const RegionLoad& load, const RegionSetup& region);
/// In place of what it was loaded with.
void put_load(const RegionLoad& load, RegionSpec& region);

/// How a rigid body of this name moves in a step, and where what is now and was at x at the start
/// is at its end.
struct Carried {
  RigidMotion motion;
  AffineMap end;
};
using Carrier = std::function<Carried(const std::string& body)>;

/// What acts on the regions of a body in a step, in their order: loads as their means over the
/// kick, motions so that the step ends where they want it.
/// @param carrier  of regions that are attached to rigid bodies
std::vector<RegionAction> region_actions(const Scene& scene, const BodySpec& body,
                                         const StepTimes& step, const Carrier& carrier);

}  // namespace eulersolid
