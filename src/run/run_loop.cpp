#include "src/run/run_loop.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "io/constants.h"
#include "kernels/core/error.h"
#include "src/run/constants.h"

namespace eulersolid {

namespace {

/// What is left of the fixed step that the simulation is in [s], from what is left to the frame:
/// all of it, unless the simulation stands between sub-steps.
double left_of_step(double dt, double to_frame) {
  const double steps = std::fmax(1, std::ceil(to_frame / dt - step_slack));
  const double left = to_frame - (steps - 1) * dt;
  return std::fabs(left - dt) <= step_slack * dt ? dt : left;
}

/// The next step.
struct Stride {
  double dt = 0;    ///< [s]
  int parts = 1;    ///< of equal length on the way to the frame, or to the end of the fixed step
  StepLimit limit;  ///< that made them so many
  bool is_part = false;  ///< of a fixed step
};

Stride next_stride(Simulation& simulation, const Scene::Time& time, double to_frame) {
  const double way = time.dt ? left_of_step(*time.dt, to_frame) : to_frame;
  if (time.dt && time.allow_unstable) return {way, 1, {}, false};
  const StepLimit limit = simulation.step_limit();
  const double steps = std::fmax(1, std::ceil(way / limit.dt * (1 - 1e-9)));
  if (!(limit.dt > 0) || !(steps <= most_steps_to_a_frame))
    throw SimulationError(
        fmt::format("at {:.6g} s the stable step is {:.3g} s ({}), too small to go on for {:.3g} s",
                    simulation.time(), limit.dt, limit.why, way));
  const bool is_part = time.dt && way / steps < *time.dt * (1 - step_slack);
  return {way / steps, int(steps), limit, is_part};
}

/// Takes the steps of one run.
class Stepper {
 public:
  Stepper(Simulation& simulation, const Scene& scene, const RunEvents& events)
      : simulation_(simulation),
        time_(scene.time),
        events_(events),
        noted_(events.noted_sub_steps) {}

  /// One step on the way to a frame in `to_frame` seconds.
  StepRecord advance(double to_frame) {
    const Stride stride = next_stride(simulation_, time_, to_frame);
    if (stride.is_part && !std::exchange(noted_, true)) note(stride);
    StepRecord record = simulation_.advance(stride.dt);
    record.sub_step = stride.is_part;
    return record;
  }

 private:
  void note(const Stride& stride) {
    events_.note(fmt::format(
        "at {:.6g} s a dt of {:.6g} s is too long, {:.4g} s is stable ({}): it is "
        "taken in {} equal sub-steps; run.json counts all there are",
        simulation_.time(), *time_.dt, stride.limit.dt, stride.limit.why, stride.parts));
  }

  Simulation& simulation_;
  const Scene::Time& time_;
  const RunEvents& events_;
  bool noted_;
};

}  // namespace

int last_frame(const Scene& scene) {
  const double frames = scene.time.duration * scene.output.fps;
  return scene.output.start_frame + static_cast<int>(std::floor(frames + frame_slack));
}

double frame_time(const Scene& scene, int frame) {
  return (frame - scene.output.start_frame) / scene.output.fps;
}

int frame_at(const Scene& scene, double time) {
  return scene.output.start_frame + int(std::floor(time * scene.output.fps + frame_slack));
}

double first_step(Simulation& simulation, const Scene& scene) {
  try {
    return next_stride(simulation, scene.time, 1 / scene.output.fps).dt;
  } catch (const SimulationError& error) {
    throw InputError(scene.source + ": " + error.what());
  }
}

RunEnd run_frames(Simulation& simulation, const Scene& scene, const RunEvents& events) {
  const int last = last_frame(scene);
  const double slack = frame_slack / scene.output.fps;
  Stepper stepper(simulation, scene, events);
  if (simulation.time() == 0) events.start(scene.output.start_frame);
  for (int frame = frame_at(scene, simulation.time()) + 1; frame <= last; ++frame) {
    const double goal = frame_time(scene, frame);
    bool reached = false;
    while (!reached) {
      const StepRecord step = stepper.advance(goal - simulation.time());
      reached = simulation.time() >= goal - slack;
      events.step(step, reached ? std::optional<int>(frame) : std::nullopt);
      const bool is_last = reached && frame == last;
      if (!is_last && events.interrupted()) return RunEnd::interrupted;
    }
  }
  return RunEnd::finished;
}

bool return_to_step(Simulation& simulation, const Scene& scene, const SimulationState& from,
                    int step, const std::function<bool()>& interrupted) {
  simulation.set_state(from);
  int now = from.steps;
  if (now == step) return true;
  RunEvents events;
  events.start = [](int) {};
  events.note = [](const std::string&) {};
  events.step = [&](const StepRecord& record, std::optional<int> frame) {
    now = record.step;
    // As a frame does: means start anew.
    if (frame) simulation.contacts(), simulation.regions(), simulation.joints();
  };
  events.interrupted = [&] { return now == step || interrupted(); };
  run_frames(simulation, scene, events);
  return now == step;
}

}  // namespace eulersolid
