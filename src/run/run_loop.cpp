#include "src/run/run_loop.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "io/constants.h"
#include "io/scene/checks/check_time.h"
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
  if (!(limit.dt > 0) || !(steps <= max_steps_to_a_frame))
    throw SimulationError(
        fmt::format("at {:.6g} s the stable step is {:.3g} s ({}), too small to go on for {:.3g} s",
                    simulation.time(), limit.dt, limit.why, way));
  const bool is_part = time.dt && way / steps < *time.dt * (1 - step_slack);
  return {way / steps, int(steps), limit, is_part};
}

/// How fast loads of a static scene go on [-]: from frame to frame while waves cross the largest of
/// its bodies some times.
double load_pace(const Scene& scene) {
  double longest = 0;  // [s]
  for (const BodySpec& body : scene.bodies) {
    if (body.is_rigid()) continue;
    const Bounds box = bounds_at_start(body);
    longest =
        std::fmax(longest, norm(box.high - box.low) / pressure_wave_speed(slowest_material(body)));
  }
  return longest > 0 ? 1 / (scene.output.fps * ramp_crossings * longest) : INFINITY;
}

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

Stepper::Stepper(Simulation& simulation, const Scene& scene,
                 std::function<void(const std::string&)> note)
    : simulation_(simulation),
      scene_(scene),
      note_(std::move(note)),
      slack_(frame_slack / scene.output.fps),
      pace_(load_pace(scene)) {}

StepTowards Stepper::towards(double goal) {
  const double way = goal - simulation_.time();
  StepTowards step{advance(way)};
  step.reached = has_reached(goal, way, step.record);
  return step;
}

StepRecord Stepper::advance(double way) {
  if (scene_.time.is_static()) {
    const double dt = simulation_.step_limit().dt;
    return simulation_.relax(dt, std::fmin(std::fmax(way, 0), pace_ * dt));
  }
  const Stride stride = next_stride(simulation_, scene_.time, way);
  if (stride.is_part && stride.parts > 1 && note_)
    std::exchange(note_, nullptr)(fmt::format(
        "at {:.6g} s a dt of {:.6g} s is too long, {:.4g} s is stable ({}): it is "
        "taken in {} equal sub-steps; run.json counts all there are",
        simulation_.time(), *scene_.time.dt, stride.limit.dt, stride.limit.why, stride.parts));
  StepRecord record = simulation_.advance(stride.dt);
  record.sub_step = stride.is_part;
  return record;
}

/// A static goal is reached where all is in balance with what has stood still in the step.
bool Stepper::has_reached(double goal, double way, const StepRecord& step) {
  const Scene::Time& time = scene_.time;
  if (!time.is_static()) return simulation_.time() >= goal - slack_;
  const bool reached = way <= slack_ && step.imbalance <= time.imbalance;
  steps_ = reached ? 0 : steps_ + 1;
  if (steps_ >= time.max_steps)
    throw SimulationError(fmt::format(
        "all bodies: at {:.6g} s there is no balance after {} steps (time.max_steps): {:.3g} of "
        "the forces is left, above {:.3g} (time.imbalance)",
        simulation_.time(), steps_, step.imbalance, time.imbalance));
  return reached;
}

RunEnd run_frames(Simulation& simulation, const Scene& scene, const RunEvents& events) {
  const int last = last_frame(scene);
  Stepper stepper(simulation, scene, events.noted_sub_steps ? nullptr : events.note);
  if (simulation.time() == 0) events.start(scene.output.start_frame);
  for (int frame = frame_at(scene, simulation.time()) + 1; frame <= last; ++frame) {
    const double goal = frame_time(scene, frame);
    bool reached = false;
    while (!reached) {
      const StepTowards step = stepper.towards(goal);
      reached = step.reached;
      events.step(step.record, reached ? std::optional<int>(frame) : std::nullopt);
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
