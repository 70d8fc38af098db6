#pragma once

#include <string>
#include <vector>

#include "bench/conservation/views.h"
#include "src/simulation/simulation.h"

namespace eulersolid {

/// A run, step by step.
struct Track {
  std::vector<StepRecord> steps;
  std::vector<std::vector<BodyRecord>> bodies;  ///< [0]: at the start; [n]: after step n
  std::string failure;                          ///< why it ended early; empty where it did not
};

/// In the scene's steps, or the largest stable ones.
Track track(Backend backend, const Scene& scene);

/// Greatest kinetic plus elastic energy [J].
double greatest_energy(const Track& track);

/// What two bodies keep of their closing speed, along the line between their centres.
/// @pre the scene has two bodies that close at the start
double restitution(const Track& track);

/// How far a run of a scene, seen otherwise, is from a run of the scene itself: the largest of
/// places over h, velocities over the greatest closing speed of two bodies (of one: its speed), and
/// elastic energies over the greatest energy.
struct TrackDifference {
  double before_contact = 0, in_all = 0;
};

/// @param seen  of the same number of steps, or fewer where it failed
TrackDifference difference(const Scene& scene, const Track& plain, const View& view,
                           const Track& seen);

}  // namespace eulersolid
