#pragma once

#include <functional>
#include <optional>
#include <string>

#include "src/simulation/simulation.h"

namespace eulersolid {

/// Number of the last frame of a run: the last whole frame within the scene's duration.
int last_frame(const Scene& scene);

/// The time that a frame shows [s]: (frame - start_frame) / fps.
double frame_time(const Scene& scene, int frame);

/// The last frame that a run has come to at a time [s].
int frame_at(const Scene& scene, double time);

/// The first step that a run would take [s].
/// @throws InputError where the stable step is no positive number or far too small to go on
double first_step(Simulation& simulation, const Scene& scene);

/// A step that was taken on the way to a time, and whether it led there.
struct StepTowards {
  StepRecord record;
  bool reached = false;
};

/// Takes the steps of one simulation as all runs of its scene take them.
class Stepper {
 public:
  /// @param note  told once where a fixed step is divided; may be empty
  Stepper(Simulation& simulation, const Scene& scene, std::function<void(const std::string&)> note);

  /// One step on the way to a time [s]: to the end of it where that is stable, or in balance.
  /// @pre  the time is not before that of the simulation
  /// @throws SimulationError also where the stable step is far too small to go on, or a static
  /// scene finds no balance
  StepTowards towards(double goal);

 private:
  StepRecord advance(double way);
  bool has_reached(double goal, double way, const StepRecord& step);

  Simulation& simulation_;
  const Scene& scene_;
  std::function<void(const std::string&)> note_;
  double slack_;   ///< of times [s]
  double pace_;    ///< of loads in a static scene
  int steps_ = 0;  ///< on the way to a static frame
};

/// What whoever drives a run wants to do on the way.
struct RunEvents {
  std::function<void(int frame)> start;  ///< at time 0, with the number of that frame
  /// After each step, with the frame that it has reached, if any.
  std::function<void(const StepRecord& step, std::optional<int> frame)> step;
  std::function<void(const std::string& text)> note;  ///< what costs time, not accuracy
  bool noted_sub_steps = false;       ///< before: a run that is resumed says it once, too
  std::function<bool()> interrupted;  ///< asked after each step; true ends the run
};

enum class RunEnd { finished, interrupted };

/// Advance a simulation from where it is to the scene's last frame, one call of advance() a step.
///
/// The way to each frame, or to the end of each fixed step, is divided evenly into steps that are
/// stable, so that these are hit exactly; what is left of it is looked at again after each. A fixed
/// step that is stable is used as it is, and so is every one where the scene allows unstable ones.
/// The parts of one that is not are marked as sub-steps, and the first of all is noted. How a
/// way is divided follows from where the simulation is, not from how it came there: a run that is
/// continued takes the steps that it would have taken.
/// @throws SimulationError also when the stable step is no positive number or far too small to go
/// on
RunEnd run_frames(Simulation& simulation, const Scene& scene, const RunEvents& events);

/// Take the simulation back to a state that it had, and from there the same way again, to the same
/// bits, up to a step that succeeded after that.
/// @param interrupted  as in RunEvents
/// @return false where that ended it before
bool return_to_step(Simulation& simulation, const Scene& scene, const SimulationState& from,
                    int step, const std::function<bool()>& interrupted);

}  // namespace eulersolid
