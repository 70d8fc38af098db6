#pragma once

#include <string>
#include <vector>

#include "io/run/records.h"

namespace eulersolid {

/// 1 where contact found bodies deeper in each other than it leaves them (`max_overlap`).
int is_overlap_spike(const StepRecord& step);

/// A warning for each lapse of a step (projections that did not converge, a spike of overlap, a map
/// repaired, points left out) of which the run had none before, so that each
/// comes once.
/// @param bodies  after the step
/// @param before  the totals of the steps before
std::vector<std::string> first_lapses(const StepRecord& step, const std::vector<BodyRecord>& bodies,
                                      const StepRecord& before);

/// What a whole run is judged by.
struct RunQuality {
  const StepRecord& totals;
  int alarms = 0;             ///< bodies and quantities above the warning threshold of [alarms]
  int missing_outputs = 0;    ///< parts of frames that could not be made
  double largest_energy = 0;  ///< kinetic and elastic, of all bodies [J]

  /// Part of the largest energy that no account explains at the end, from where on it is noted.
  double unexplained_energy() const;
  /// `quality: 3 clamped points, 1 alarm`, or that there is nothing to note.
  std::string text() const;
  /// Is there nothing to note?
  bool is_flawless() const;
};

}  // namespace eulersolid
