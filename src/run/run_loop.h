#pragma once

#include <functional>
#include <optional>

#include "src/simulation/simulation.h"

namespace eulersolid {

/// Number of the last frame of a run: the last whole frame within the scene's duration.
int last_frame(const Scene& scene);

/// The time that a frame shows [s]: (frame - start_frame) / fps.
double frame_time(const Scene& scene, int frame);

/// What whoever drives a run wants to do on the way.
struct RunEvents {
  std::function<void(int frame)> start;  ///< at time 0, with the number of that frame
  /// After each step, with the frame that it has reached, if any.
  std::function<void(const StepRecord& step, std::optional<int> frame)> step;
  std::function<bool()> interrupted;  ///< asked after each step; true ends the run
};

enum class RunEnd { finished, interrupted };

/// Advance a simulation from where it is to the scene's last frame. A fixed step is used as it is;
/// else the way to each frame is divided evenly, into steps that are stable, so that frames are hit
/// exactly.
/// @throws SimulationError also when the stable step is no positive number or far too small to go
/// on
RunEnd run_frames(Simulation& simulation, const Scene& scene, const RunEvents& events);

}  // namespace eulersolid
