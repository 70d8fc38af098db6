#pragma once

#include <string>
#include <vector>

#include "bench/standing/standing_cases.h"
#include "src/simulation/simulation.h"

namespace eulersolid {

/// What a case did. What does not apply to it is 0 or empty.
struct Standing {
  int steps = 0;
  double time = 0;             ///< that it got to [s]
  double sideways = 0;         ///< farthest that a body's centroid was from above its start [h]
  std::vector<double> at_end;  ///< the same of each body at the end [h]
  /// What each body of the stack gets from the one below, over the weight of it and of those above,
  /// mean since the case settled [-].
  std::vector<double> reactions;
  double worst_reaction = 0;               ///< largest |reaction - 1| [-]
  double creep = 0;                        ///< downhill since then [h]
  double energy_end = 0, energy_peak = 0;  ///< kinetic and elastic, over that at the start [-]
  std::string failure;                     ///< why it ended early; empty where it did not
};

/// @param max_steps  after which the run ends
Standing measure_standing(Backend backend, const StandingCase& standing, int max_steps);

}  // namespace eulersolid
