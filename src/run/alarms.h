#pragma once

#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "io/run/records.h"
#include "io/scene/scene.h"
#include "io/surface/overlap.h"
#include "kernels/core/error.h"

namespace eulersolid {

/// Bodies and quantities that have been above the threshold of warnings.
using AlarmsTold = std::set<std::pair<std::string, std::string>>;

/// A body is too deep in something.
struct DeepOverlap : SimulationError {
  DeepOverlap(const std::string& what, std::string deep_body, Vec3 place)
      : SimulationError(what), body(std::move(deep_body)), at(place) {}
  std::string body;
  Vec3 at;  ///< [m]
};

/// Watches how much of each body's motion the discretisation has made since the start, by the
/// thresholds of the scene: restored momentum and spin, energy made by transport and by the map,
/// what is left of it, and of all bodies the energy made by all errors together, and that given by
/// normal impulses; and how deep they are in each other.
class Alarms {
 public:
  /// @param told  of these quantities, there is no further warning
  explicit Alarms(const Scene::Alarms& thresholds, AlarmsTold told = {})
      : thresholds_(thresholds), told_(std::move(told)) {}

  /// @param bodies  after the step
  /// @return a warning for each quantity that is above `warn` for the first time, with the first
  /// body that it is of; told() has all
  /// @throws SimulationError where one is above `stop`, DeepOverlap where contact finds one of more
  /// than twice `stop_overlap`
  std::vector<std::string> check(const StepRecord& step, const std::vector<BodyRecord>& bodies);

  /// @param h  cell size [m]
  /// @throws DeepOverlap where the frame after a step shows one of more than `stop_overlap`
  void check_frame(const StepRecord& step, int frame, const Overlap& deepest, double h) const;

  bool watches_overlap() const { return std::isfinite(thresholds_.stop_overlap); }
  const AlarmsTold& told() const { return told_; }

 private:
  Scene::Alarms thresholds_;
  AlarmsTold told_;
};

}  // namespace eulersolid
