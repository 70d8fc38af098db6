#include "src/run/run_loop.h"

#include <fmt/format.h>

#include <cmath>

#include "io/constants.h"
#include "kernels/core/error.h"
#include "src/run/constants.h"

namespace eulersolid {

namespace {

/// The next step on the way to a frame, with the scene's fixed step or the largest stable one.
double next_step(Simulation& simulation, const Scene& scene, double remaining) {
  if (scene.time.dt) return *scene.time.dt;
  const double stable = simulation.stable_dt();
  const double steps = std::ceil(remaining / stable * (1 - 1e-9));
  if (!(stable > 0) || !(steps <= most_steps_to_a_frame))
    throw SimulationError(fmt::format(
        "at {:.6g} s the stable step is {:.3g} s, too small to reach the next frame in {:.3g} s",
        simulation.time(), stable, remaining));
  return remaining / std::fmax(1, steps);
}

}  // namespace

int last_frame(const Scene& scene) {
  const double frames = scene.time.duration * scene.output.fps;
  return scene.output.start_frame + static_cast<int>(std::floor(frames + frame_slack));
}

double frame_time(const Scene& scene, int frame) {
  return (frame - scene.output.start_frame) / scene.output.fps;
}

RunEnd run_frames(Simulation& simulation, const Scene& scene, const RunEvents& events) {
  const int last = last_frame(scene);
  const double slack = frame_slack / scene.output.fps;
  int frame = scene.output.start_frame;
  if (simulation.time() == 0) events.start(frame);
  while (frame_time(scene, frame) <= simulation.time() + slack) ++frame;
  for (; frame <= last; ++frame) {
    const double goal = frame_time(scene, frame);
    bool reached = false;
    while (!reached) {
      const double dt = next_step(simulation, scene, goal - simulation.time());
      const StepRecord step = simulation.advance(dt);
      reached = simulation.time() >= goal - slack;
      events.step(step, reached ? std::optional<int>(frame) : std::nullopt);
      const bool is_last = reached && frame == last;
      if (!is_last && events.interrupted()) return RunEnd::interrupted;
    }
  }
  return RunEnd::finished;
}

}  // namespace eulersolid
