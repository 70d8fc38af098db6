#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "io/run/records.h"
#include "io/scene/scene.h"
#include "io/surface/overlap.h"
#include "kernels/core/error.h"

namespace eulersolid {

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
///
/// What is too much ends a run at once. Less of it is an error of the results only where it is left
/// at the end: much of what a hit makes it takes back, and it may be much of the little that bodies
/// have when they begin to move.
class Alarms {
 public:
  explicit Alarms(const Scene::Alarms& thresholds) : thresholds_(thresholds) {}

  /// @param bodies  after the step
  /// @return of how many bodies and quantities the part is above `warn` now; what is returned,
  /// above `stop`
  /// @throws SimulationError where one is above `stop`, DeepOverlap where contact finds one of more
  /// than twice `stop_overlap`
  int check(const StepRecord& step, const std::vector<BodyRecord>& bodies) const;

  /// A warning for each quantity that is above that, with the body of which it is the most.
  /// @param step, bodies  the last
  std::vector<std::string> warnings(const StepRecord& step,
                                    const std::vector<BodyRecord>& bodies) const;

  /// @param h  cell size [m]
  /// @throws DeepOverlap where the frame after a step shows one of more than `stop_overlap`
  void check_frame(const StepRecord& step, int frame, const Overlap& deepest, double h) const;

  bool watches_overlap() const { return std::isfinite(thresholds_.stop_overlap); }

 private:
  Scene::Alarms thresholds_;
};

/// What a run of a scene is watched by: who lets bodies overlap at the start decides how deep.
Scene::Alarms alarms_of(const Scene& scene);

/// Which material is there, as `; at rest that is (0, 0, 1) of "a"`; empty where an error says of
/// no place.
std::string material_text(const SimulationError& error, const FrameMaps& maps);

}  // namespace eulersolid
