#include "io/scene/checks/check_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grid/materials/law_table.h"
#include "grid/materials/wave_step.h"
#include "io/constants.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// True when a ratio is a whole number >= 1 but for rounding.
bool is_whole(double ratio) {
  return ratio > 0.5 && std::fabs(ratio - std::round(ratio)) <= 1e-9 * ratio;
}

/// The step next to `dt` that divides a frame.
double nearest_dividing(double dt, double frame) {
  const double fewer = std::max(1.0, std::floor(frame / dt)), more = fewer + 1;
  return std::fabs(frame / fewer - dt) <= std::fabs(frame / more - dt) ? frame / fewer
                                                                       : frame / more;
}

/// Steps towards balance have no time, and nothing moves before them.
void check_static(const Scene& scene, const ScenePlaces& places) {
  if (scene.time.dt)
    fail_at(
        places.of({"time", "dt"}),
        "[time] dt is given, but mode is \"static\", in which steps have no length; take `cfl`");
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const BodySpec& body = scene.bodies[b];
    double moving = norm(body.velocity) + norm(body.angular_velocity);
    for (int row = 0; row < 3; ++row) moving += norm(body.velocity_gradient[row]);
    if (moving > 0)
      fail_at(
          places.of_body(b, norm(body.velocity) > 0 ? "velocity" : ""),
          fmt::format("[body \"{}\"] moves at the start, but [time] mode is \"static\"; leave its "
                      "velocities out",
                      body.name));
  }
  for (std::size_t j = 0; j < scene.joints.size(); ++j)
    if (scene.joints[j].max_torque > 0)
      fail_at(
          places.of({"joint", std::to_string(j), "max_torque"}),
          fmt::format("[joint \"{}\"] has a motor, but [time] mode is \"static\"; it may have a "
                      "torque",
                      scene.joints[j].name));
}

}  // namespace

double pressure_wave_speed(const MaterialSpec& material) {
  return pressure_wave_speed(make_law(material.model, material.parameters), material.density);
}

double stable_step_at_rest(const MaterialSpec& material, double h) {
  const double c = pressure_wave_speed(material);
  return longest_step(h, c, material.viscosity * c * c);
}

const MaterialSpec& slowest_material(const BodySpec& body) {
  const MaterialSpec* slowest = &body.material;
  for (const RegionSpec& region : body.regions)
    if (region.material && pressure_wave_speed(*region.material) < pressure_wave_speed(*slowest))
      slowest = &*region.material;
  return *slowest;
}

void check_time(const Scene& scene, const ScenePlaces& places, std::vector<std::string>& warnings) {
  const double frame = 1 / scene.output.fps, frames = scene.time.duration * scene.output.fps;
  if (frames > max_frames)
    fail_at(places.of({"time", "duration"}),
            fmt::format(
                "[time] duration is {} s, which makes {:.6g} frames, but there may be at most {}",
                scene.time.duration, frames, max_frames));
  if (frames > 0 && frames < 1 - 1e-6)
    warnings.push_back(fmt::format(
        "{}: [time] duration is {} s, less than a frame of {:.6g} s: nothing is simulated",
        places.of({"time", "duration"}), scene.time.duration, frame));
  if (scene.time.is_static()) check_static(scene, places);
  if (!scene.time.dt) return;
  const double dt = *scene.time.dt;
  if (places.has("time", 0, "cfl"))
    fail_at(places.of({"time", "cfl"}), "[time] cfl and dt are both given, but exclude each other");
  if (frame / dt > max_steps_to_a_frame)
    fail_at(
        places.of({"time", "dt"}),
        fmt::format("[time] dt is {} s, which makes {:.3g} steps to a frame of {:.6g} s, but there "
                    "may be at most {}",
                    dt, frame / dt, frame, max_steps_to_a_frame));
  if (!is_whole(frame / dt))
    fail_at(
        places.of({"time", "dt"}),
        fmt::format("[time] dt is {} s, but must divide the {:.6g} s of a frame (fps = {}); the "
                    "nearest that does is {:.12g}",
                    dt, frame, scene.output.fps, nearest_dividing(dt, frame)));
}

}  // namespace eulersolid
