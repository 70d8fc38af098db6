#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <numbers>

#include "io/scene/write_scene.h"
#include "kernels/core/error.h"
#include "tests/simulation/runs.h"

/// Regions of bodies that are held, moved and loaded, against closed forms and balances.

namespace eulersolid::test {
namespace {

/// A bar from z = 0 to 0.4 m, 5 cells of 0.02 m thick, E = 1e5 Pa.
std::string bar(double poissons_ratio, std::initializer_list<const char*> more) {
  std::string text = R"([time]
duration = 1
[grid]
cell_size = 0.02
[[body]]
name = "bar"
shape = "box"
centre = [0, 0, 0.2]
size = [0.1, 0.1, 0.4]
material = { density = 1000, youngs_modulus = 1e5, viscosity = 2e-3, poissons_ratio = )";
  text += std::to_string(poissons_ratio);
  text += " }\n";
  for (const char* part : more) text += part;
  return text;
}

constexpr const char* held_top = R"(
[[body.region]]
name = "top"
shape = "plane"
normal = [0, 0, -1]
point = [0, 0, 0.2]
hold = true
)";

struct Played {
  std::vector<StepRecord> steps;
  std::vector<RegionRecord> regions;  ///< means over the last part of the run
};

/// @param last  of the run: its part that means are over [s]
Played played(const Scene& scene, double duration, double last) {
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, duration - last, history);
  simulation->regions();
  advance_by(*simulation, scene, last, history);
  return {history.steps, simulation->regions()};
}

/// Whatever acts, the energies add up: nothing else knows of holds and loads.
void expect_balance(const StepRecord& end) {
  const double scale = end.elastic + std::fabs(end.energy.load_work + end.energy.hold_work);
  EXPECT_LT(std::fabs(end.energy.made()), 0.01 * scale);
  EXPECT_LT(norm(end.momentum - end.measured_momentum), 1e-3 * end.mass);
}

/// Its weight hangs from the top: rho g L^2 / 2 E of way at the end, all of it in the reaction. The
/// waves of the load's rise are some percent of it at the end.
TEST(Regions, ABarHangsFromWhatIsHeld) {
  constexpr const char* bottom = R"(
[[body.region]]
name = "end"
shape = "plane"
normal = [0, 0, 1]
point = [0, 0, -0.2]
)";
  Scene scene = parse_scene(bar(0, {held_top, bottom}), "bar.toml");
  scene.gravity.keyframes = {{0, {}}, {0.32, {0, 0, -1}}};
  const Played run = played(scene, 0.48, 0.16);  // means over a period of the bar
  ASSERT_EQ(run.regions.size(), 2U);
  EXPECT_NEAR(run.regions[0].reaction_force.z, 4, 0.08);
  EXPECT_EQ(norm(run.regions[0].displacement), 0);
  EXPECT_NEAR(run.regions[1].displacement.z, -8e-4, 0.4e-4);
  expect_balance(run.steps.back());
}

/// A traction on its lower face, over its area at rest whatever becomes of that: P = E/2 (l - 1/l)
/// for a neo-Hookean bar of Poisson's ratio 0 but for ln terms: mu (l - 1/l) with mu = E/2.
TEST(Regions, ATractionStretchesABarAsItsLawSays) {
  const Scene scene = parse_scene(bar(0, {held_top, R"(
[[body.region]]
name = "face"
shape = "box"
size = [0.2, 0.2, 0.1]
centre = [0, 0, -0.25]
traction = [0, 0, -1e4]
load_keyframes = [{ time = 0, factor = 0 }, { time = 0.32, factor = 1 }]
)"}),
                                  "bar.toml");
  const Played run = played(scene, 0.52, 0.16);
  const double P = 1e4, mu = 5e4, stretch = (P + std::hypot(P, 2 * mu)) / (2 * mu);
  EXPECT_NEAR(run.regions[1].load_force.z, -100, 0.01);  // faces between sharp edges are exact
  EXPECT_NEAR(run.regions[0].reaction_force.z, 100, 3);
  EXPECT_NEAR(run.regions[1].displacement.z, -0.4 * (stretch - 1), 0.03 * 0.4 * (stretch - 1));
  expect_balance(run.steps.back());
}

/// A pressure all around adds up to nothing, and presses a ball to the volume at which its law has
/// that pressure: sigma = [mu (J^(2/3) - 1) + lambda ln J] / J.
TEST(Regions, APressureAllAroundPressesABallEvenly) {
  const double radius = 0.05, p = 2e4, E = 1e5, nu = 0.3;
  const Scene scene = parse_scene(R"(
[time]
duration = 1
[grid]
cell_size = 0.0125
[[body]]
name = "ball"
shape = "sphere"
centre = [0.0031, 0.0017, 0.0023]
radius = 0.05
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3, viscosity = 1e-3 }
[[body.region]]
name = "skin"
pressure = 2e4
load_keyframes = [{ time = 0, factor = 0 }, { time = 0.1, factor = 1 }]
)",
                                  "ball.toml");
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.15, history);
  const StepRecord& end = history.steps.back();
  const double mu = E / (2 * (1 + nu)), lambda = E * nu / ((1 + nu) * (1 - 2 * nu));
  double low = 0.3, high = 1;
  for (int round = 0; round < 60; ++round) {
    const double J = 0.5 * (low + high);
    const double pressed = -(mu * (std::cbrt(J * J) - 1) + lambda * std::log(J)) / J;
    (pressed > p ? low : high) = J;
  }
  const double whole = 4.0 / 3 * std::numbers::pi * radius * radius * radius;
  // 8 cells across: cut cells have its volume to a percent.
  EXPECT_NEAR(simulation->bodies()[0].volume / whole, low, 0.01);
  EXPECT_LT(norm(end.measured_momentum), 1e-9);
  EXPECT_LT(norm(simulation->regions()[0].load_force), 1e-9);
  expect_balance(end);
}

/// An end that turns: the torque of twisted cylinders of neo-Hookean solids, G J theta / L at any
/// angle; and the hold works as much as the bar takes up.
TEST(Regions, AnEndThatTurnsTwistsACylinder) {
  const Scene scene = parse_scene(R"(
[time]
duration = 1
[grid]
cell_size = 0.02
[[body]]
name = "bar"
shape = "cylinder"
centre = [0.0, 0.0, 0.2]
radius = 0.05
length = 0.4
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3, viscosity = 2e-3 }
[[body.region]]
name = "turned"
shape = "plane"
normal = [0, 0, -1]
point = [0, 0, 0.16]
keyframes = [{ time = 0, rotation = { angle = 0 } }, { time = 0.4, rotation = { angle = 1.5 } }]
[[body.region]]
name = "fixed"
shape = "plane"
normal = [0, 0, 1]
point = [0, 0, -0.16]
hold = true
)",
                                  "bar.toml");
  const Played run = played(scene, 0.6, 0.12);
  const double G = 1e5 / 2.6, J = std::numbers::pi / 2 * std::pow(0.05, 4);
  const double torque = G * J * 1.5 / 0.32;
  // 5 cells across: the polar moment of the nodes' cells is some percent off.
  EXPECT_NEAR(run.regions[0].reaction_torque.z, torque, 0.06 * torque);
  EXPECT_NEAR(run.regions[1].reaction_torque.z, -torque, 0.06 * torque);
  EXPECT_NEAR(run.steps.back().energy.hold_work, 0.5 * torque * 1.5, 0.06 * torque);
  expect_balance(run.steps.back());
}

/// What stands on what is held: the reaction bears both, although the contact moves no held node.
TEST(Regions, WhatHoldsABodyBearsWhatLiesOnIt) {
  const Scene scene = parse_scene(R"(
gravity = [0, 0, -9.81]
[time]
duration = 1
[grid]
cell_size = 0.025
[contact]
friction = 0.5
[[body]]
name = "table"
shape = "box"
centre = [0, 0, 0.05]
size = [0.2, 0.2, 0.1]
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3, viscosity = 2e-3 }
[[body.region]]
name = "all"
hold = true
[[body]]
name = "block"
shape = "box"
centre = [0, 0, 0.15]
size = [0.1, 0.1, 0.1]
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3, viscosity = 2e-3 }
)",
                                  "table.toml");
  const Played run = played(scene, 0.5, 0.2);
  // Of 4 kg and 1 kg; the block's bouncing is some percent of its weight.
  EXPECT_NEAR(run.regions[0].reaction_force.z, 5 * 9.81, 0.05 * 9.81);
  EXPECT_NEAR(run.regions[0].reaction_force.x, 0, 0.05 * 9.81);
  // Contact does not move it, not even within a step: what holds it at rest does no work.
  EXPECT_EQ(norm(run.regions[0].displacement), 0);
  EXPECT_NEAR(run.regions[0].hold_work, 0, 1e-12);  // rounding: 3.5e-17 here, -0.055 J if it did
}

/// An attached region goes where its obstacle goes, and a written scene does the same.
TEST(Regions, AnAttachedRegionFollowsItsObstacle) {
  const Scene scene = parse_scene(bar(0.3, {R"(
[[body.region]]
name = "grip"
shape = "plane"
normal = [0, 0, -1]
point = [0, 0, 0.1]
attach = "arm"
[[obstacle]]
name = "arm"
shape = "box"
size = [0.2, 0.2, 0.05]
keyframes = [{ time = 0, position = [0, 0, 0.5] }, { time = 0.2, position = [0.03, 0, 0.52] }]
)"}),
                                  "bar.toml");
  const Played run = played(scene, 0.2, 0.1);
  // Nodes of half a cell around its end count in part and follow by the bar's strain.
  EXPECT_NEAR(run.regions[0].displacement.x, 0.03, 1e-4);
  EXPECT_NEAR(run.regions[0].displacement.z, 0.02, 1e-4);
  const Scene again = parse_scene(write_scene(scene), "bar.toml");
  EXPECT_EQ(write_scene(again), write_scene(scene));
  EXPECT_EQ(played(again, 0.2, 0.1).regions[0].reaction_force.x, run.regions[0].reaction_force.x);
}

/// A run goes on from a state with the same bits, in the midst of what its regions are told.
TEST(Regions, AStateGoesOnWithTheSameBits) {
  const Scene scene = parse_scene(bar(0.3, {held_top, R"(
[[body.region]]
name = "push"
shape = "sphere"
radius = 0.1
force = [3, 0, 1]
load_keyframes = [{ time = 0, factor = 0 }, { time = 0.01, factor = 1 }]
)"}),
                                  "bar.toml");
  const std::unique_ptr<Simulation> one = make_simulation(Backend::cpu, scene),
                                    other = make_simulation(Backend::cpu, scene);
  History history = begin(*one);
  advance_by(*one, scene, 0.02, history);
  other->set_state(one->state());
  History later = history;
  advance_by(*one, scene, 0.02, history);
  advance_by(*other, scene, 0.02, later);
  EXPECT_EQ(history.steps.back().elastic, later.steps.back().elastic);
  const std::vector<RegionRecord> a = one->regions(), b = other->regions();
  EXPECT_EQ(a[0].reaction_force.x, b[0].reaction_force.x);
  EXPECT_EQ(a[1].load_work, b[1].load_work);
  EXPECT_GT(a[1].load_work, 0);
}

/// Waves of a soft body are slow, and it is at rest: what it is told to do bounds the first step,
/// too.
TEST(Regions, WhatIsToldToMoveBoundsTheStep) {
  const Scene scene = parse_scene(R"([time]
duration = 1
[grid]
cell_size = 0.05
[[body]]
name = "box"
shape = "box"
size = [0.4, 0.2, 0.2]
centre = [0, 0, 0]
material = { density = 1000, youngs_modulus = 10, poissons_ratio = 0 }
[[body.region]]
name = "all"
angular_velocity = [0, 0, "1 rev/s"]
)",
                                  "box.toml");
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, scene);
  const double fastest = 2 * std::numbers::pi * std::hypot(0.2, 0.1);
  EXPECT_LT(simulation->step_limit().dt, 0.6 * 0.05 / fastest);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.25, history);
  EXPECT_LT(norm(history.end()[0].centroid), 1e-6);
}

/// One line that names body, region and place.
TEST(Regions, WhatCannotBeIsRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {"shape = \"sphere\"\nradius = 0.01\ncentre = [1, 0, 0]\nhold = true",
       "has nothing of the body"},
      {"attach = \"nobody\"", "there is no such obstacle"},
      {"velocity = [1, 0, 0]\nkeyframes = [{ time = 0, shift = [0, 0, 0] }]", "exclude each other"},
      {"keyframes = [{ time = 0, shift = [1, 0, 0] }]", "move it at time 0 already"},
      {"load_keyframes = [{ time = 0, factor = 1 }]", "but no acceleration"},
      {"radius = 1", "does not belong to"},
      {"shape = \"plane\"\nnormal = [0, 0, 0]", "must have a direction"},
      {"hold = true\n[[body.region]]\nhold = true", "have nodes in common"},
      {"name = \"a\"\n[[body.region]]\nname = \"a\"", "another region"},
  };
  for (const auto& [text, why] : cases) {
    try {
      make_simulation(Backend::cpu, parse_scene(bar(0, {"[[body.region]]\n", text}), "bar.toml"));
      ADD_FAILURE() << text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
      EXPECT_EQ(std::string(error.what()).find("bar.toml"), 0U) << error.what();
    }
  }
}

}  // namespace
}  // namespace eulersolid::test
