#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "kernels/core/error.h"
#include "src/run/run_loop.h"
#include "tests/simulation/runs.h"

/// Static scenes: frames in balance, by relaxation.

namespace eulersolid::test {
namespace {

/// What the frames of a run showed.
struct Frames {
  std::vector<std::vector<BodyRecord>> bodies;
  std::vector<std::vector<ContactRecord>> contacts;
  std::vector<std::vector<RegionRecord>> regions;
  int steps = 0;
};

Frames run_static(Simulation& simulation, const Scene& scene) {
  Frames frames;
  RunEvents events;
  events.start = [](int) {};
  events.note = [](const std::string&) {};
  events.interrupted = [] { return false; };
  events.step = [&](const StepRecord& step, std::optional<int> frame) {
    frames.steps = step.step;
    if (!frame) return;
    EXPECT_LE(step.imbalance, scene.time.imbalance);
    frames.bodies.push_back(simulation.bodies());
    frames.contacts.push_back(simulation.contacts());
    frames.regions.push_back(simulation.regions());
  };
  run_frames(simulation, scene, events);
  return frames;
}

Scene hanging_bar() {
  return parse_scene(
      R"(gravity_keyframes = [{ time = 0, acceleration = [0, 0, 0] }, { time = 1, acceleration = [0, 0, -5] }]
[time]
mode = "static"
duration = 1
[grid]
origin = [0, 0, 0]
size = [1, 1, 1]
cell_size = 0.02
[output]
fps = 2
[[body]]
name = "bar"
shape = "box"
size = [0.1, 0.1, 0.3]
centre = [0.053, 0.057, 0.15]
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0 }
[[body.region]]
name = "top"
shape = "plane"
point = [0, 0, 0.146]
normal = [0, 0, -1]
hold = true
)",
      "bar.toml");
}

/// The centroid of a bar of nu = 0 that hangs sinks by rho g L^2 / 3 E, and what holds it bears its
/// weight: in each frame for the gravity that it has. Five cells across are within 5 %; forces are
/// as good as their balance.
TEST(Static, ABarHangsByItsWeight) {
  const Scene scene = hanging_bar();
  const auto simulation = make_simulation(Backend::cpu, scene);
  const double start = simulation->bodies()[0].centroid.z;
  const Frames frames = run_static(*simulation, scene);
  ASSERT_EQ(frames.bodies.size(), 2u);
  for (const std::size_t frame : {0u, 1u}) {
    const double exact = 1000 * 2.5 * (double(frame) + 1) * 0.09 / 3e5;
    EXPECT_NEAR(start - frames.bodies[frame][0].centroid.z, exact, 0.05 * exact) << frame;
    EXPECT_LT(frames.bodies[frame][0].kinetic, 1e-5);
    const double weight = 3 * 2.5 * (double(frame) + 1);
    EXPECT_NEAR(frames.regions[frame][0].reaction_force.z, weight, 2e-3 * weight) << frame;
  }
  EXPECT_EQ(simulation->time(), 1);
}

std::string pushed(double load) {
  return fmt::format(
      R"(gravity_keyframes = [{{ time = 0, acceleration = [0, 0, -9.81] }}, {{ time = 1, acceleration = [0, 0, -9.81] }}, {{ time = 2, acceleration = [{}, 0, -9.81] }}]
[time]
mode = "static"
duration = 2
max_steps = 1500
[grid]
cell_size = 0.04
[contact]
friction = 0.5
[output]
fps = 1
[[body]]
name = "block"
shape = "box"
size = [0.3, 0.2, 0.2]
centre = [0.001, 0.002, 0.1]
material = {{ density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 }}
[[obstacle]]
name = "floor"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
)",
      load);
}

/// Friction takes a load along the floor up to mu times the weight. Beyond that there is no
/// balance, and the run says so.
TEST(Static, FrictionHoldsABlockAsFarAsItGoes) {
  const Scene scene = parse_scene(pushed(4), "pushed.toml");
  const auto simulation = make_simulation(Backend::cpu, scene);
  const Frames frames = run_static(*simulation, scene);
  ASSERT_EQ(frames.contacts.back().size(), 1u);
  const double mass = frames.bodies.back()[0].mass;
  const ContactRecord& floor = frames.contacts.back()[0];
  EXPECT_NEAR(floor.force.z, mass * 9.81, 0.01 * mass * 9.81);
  EXPECT_NEAR(floor.force.x, -mass * 4, 0.01 * mass * 9.81);
  const Scene steep = parse_scene(pushed(6), "pushed.toml");
  const auto sliding = make_simulation(Backend::cpu, steep);
  try {
    run_static(*sliding, steep);
    FAIL() << "it was in balance";
  } catch (const SimulationError& error) {
    EXPECT_NE(std::string(error.what()).find("there is no balance after 1500 steps"),
              std::string::npos)
        << error.what();
  }
}

/// As a run that is continued from a checkpoint between two frames.
TEST(Static, GoesOnFromItsState) {
  const Scene scene = hanging_bar();
  const auto one = make_simulation(Backend::cpu, scene), two = make_simulation(Backend::cpu, scene);
  for (int n = 0; n < 30; ++n) one->relax(one->stable_dt(), 0.002);
  two->set_state(one->state());
  for (int n = 0; n < 10; ++n) {
    const double dt = one->stable_dt();
    EXPECT_EQ(dt, two->stable_dt());
    const StepRecord a = one->relax(dt, 0.002), b = two->relax(dt, 0.002);
    EXPECT_EQ(a.imbalance, b.imbalance);
    EXPECT_EQ(a.kinetic, b.kinetic);
  }
  EXPECT_NEAR(one->time(), 0.08, 1e-12);
}

}  // namespace
}  // namespace eulersolid::test
