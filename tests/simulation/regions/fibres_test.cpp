#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "kernels/core/error.h"
#include "tests/simulation/runs.h"

/// Bodies with fibres, and their activation.

namespace eulersolid::test {
namespace {

constexpr double tension = 2e4, width = 0.06, length = 0.2;  // [Pa], [m]

/// A bar with fibres along itself, off the nodes of cells of 0.01 m.
Scene muscle(const std::string& regions, const std::string& more = "", double viscosity = 2e-3) {
  return parse_scene(fmt::format(R"([time]
duration = 1
[grid]
cell_size = 0.01
[[body]]
name = "muscle"
shape = "box"
centre = [0.003, 0.002, 0.001]
size = [{0}, {0}, {1}]
material = {{ model = "fibre_reinforced", density = 1000, youngs_modulus = 2e4, poissons_ratio = 0, viscosity = {3}, fibre_modulus = 1e4, fibre_stiffening = 1, active_tension = {2} }}
{4}
{5}
)",
                                 width, length, tension, viscosity, more, regions),
                     "muscle.toml");
}

constexpr const char* activated = R"([[body.region]]
name = "all"
activation = 0.5
load_keyframes = [{ time = 0, factor = 0 }, { time = 0.1, factor = 1, smooth = true }]
)";

/// Isometric contraction: what holds the ends is pulled with A T over the section. Without lateral
/// strain, nothing else is there.
TEST(Fibres, PullAtWhatHoldsTheirEnds) {
  std::string regions = activated;
  regions += R"([[body.region]]
name = "upper"
shape = "plane"
point = [0, 0, 0.07]
normal = [0, 0, -1]
hold = true
[[body.region]]
name = "lower"
shape = "plane"
point = [0, 0, -0.07]
normal = [0, 0, 1]
hold = true
)";
  const Scene scene = muscle(regions);
  const std::unique_ptr<Simulation> simulation = simulate(scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.2, history);
  simulation->regions();
  advance_by(*simulation, scene, 0.05, history);
  const std::vector<RegionRecord> pulled = simulation->regions();
  const double expected = 0.5 * tension * width * width;
  // 6 cells across, with surfaces in two of them.
  EXPECT_NEAR(pulled[1].reaction_force.z, expected, 0.01 * expected);
  EXPECT_NEAR(pulled[2].reaction_force.z, -expected, 0.01 * expected);
}

/// They lie along z of the body before it is turned.
TEST(Fibres, TurnWithTheBody) {
  const Scene scene =
      muscle(activated, "rotation = { axis = [0, 1, 0], angle = 1.5707963267948966 }");
  const std::unique_ptr<Simulation> simulation = simulate(scene);
  const double volume = simulation->bodies()[0].volume;
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.2, history);
  double along = 0, across = 0;
  for (const Vec3 x : simulation->state().bodies[0].points) {
    along = std::max(along, std::fabs(x.x - 0.003));
    across = std::max(across, std::fabs(x.z - 0.001));
  }
  EXPECT_LT(along, 0.9 * length / 2);
  EXPECT_NEAR(across, width / 2, 0.02 * width);  // Poisson's ratio is 0
  EXPECT_LT(simulation->bodies()[0].volume, 0.9 * volume);
}

/// Fibres that run in circles draw a ring together by what straight ones draw a bar, up to the
/// square of its thickness over its radius: mu (s - 1/s) + A T g'(s) = 0, as Poisson's ratio is 0.
/// Those that wind at an angle make it shorter, and turn one end against the other.
TEST(Fibres, WindAroundALine) {
  const auto ring = [](const char* angle) {
    return parse_scene(fmt::format(R"([time]
duration = 1
[grid]
cell_size = 0.009
[[body]]
name = "ring"
shape = "torus"
radius = 0.085
tube_radius = 0.018
centre = [0.003, 0.002, 0.001]
rotation = {{ axis = [1, 0, 0], angle = "90 deg" }}
material = {{ model = "fibre_reinforced", density = 1000, youngs_modulus = 2e4, poissons_ratio = 0, viscosity = 4e-3, fibre = [0, 0, 1], fibre_angle = {}, fibre_modulus = 1e4, fibre_stiffening = 1, active_tension = 2e4 }}
[[body.region]]
name = "all"
activation = 0.2
load_keyframes = [{{ time = 0, factor = 0 }}, {{ time = 0.1, factor = 1, smooth = true }}]
)",
                                   angle),
                       "ring.toml");
  };
  double s = 0.5, high = 1;
  while (high - s > 1e-9) {
    const double middle = 0.5 * (s + high), off = (middle - 1) / 0.5;
    (1e4 * (middle - 1 / middle) + 0.2 * tension * (1 - off * off) < 0 ? s : high) = middle;
  }
  const auto contracted = [&](const char* angle, double duration) {
    const Scene scene = ring(angle);
    const std::unique_ptr<Simulation> simulation = simulate(scene);
    const std::vector<Vec3> before = simulation->state().bodies[0].points;
    History history = begin(*simulation);
    advance_by(*simulation, scene, duration, history);
    const std::vector<Vec3> after = simulation->state().bodies[0].points;
    double radius = 0, was = 0, turn = 0;  // the body's axis is turned to y
    for (std::size_t p = 0; p < before.size(); ++p) {
      const auto from_axis = [](Vec3 x) { return Vec3{x.x - 0.003, 0, x.z - 0.001}; };
      const Vec3 a = from_axis(before[p]), b = from_axis(after[p]);
      turn += dot(cross(a, b), Vec3{0, before[p].y - 0.002, 0}) / dot(a, a);
      radius += norm(b), was += norm(a);
    }
    return std::pair{radius / was, turn};
  };
  const auto [in_circles, straight] = contracted("\"90 deg\"", 0.2);
  EXPECT_NEAR(in_circles, s, 0.02);
  const auto [wound, turned] = contracted("\"45 deg\"", 0.08);
  EXPECT_GT(wound, in_circles);
  EXPECT_LT(wound, 1);
  EXPECT_GT(std::fabs(turned), 100 * std::fabs(straight));
}

/// Activation does work, and motion, elasticity and viscosity have it. Of a contraction by a half
/// the map makes 1.4 % here, 2.8 and 0.9 % on cells of 1.5 and 0.75 times the size; and activation
/// is counted at the ends of steps, other energies in their middles.
TEST(Fibres, GetTheEnergyOfTheirActivation) {
  const std::string pulse = R"([[body.region]]
name = "all"
activation = 0.5
load_keyframes = [{ time = 0, factor = 0.2 }, { time = 0.04, factor = 1 }, { time = 0.08, factor = 0 }]
)";
  const History history = run(muscle(pulse), 0.15);
  const StepRecord& end = history.steps.back();
  const double greatest =
      largest(history, [](const StepRecord& step) { return step.energy.activation_work; });
  EXPECT_GT(greatest, 0.05);
  EXPECT_LT(std::fabs(end.energy.residual), 1e-3 * greatest);
  EXPECT_LT(std::fabs(end.energy.made()), 0.02 * greatest);
  const double start = energy(history.start());  // of fibres that are active at the start
  EXPECT_NEAR(energy(history.end()),
              start + end.energy.activation_work - end.energy.viscosity + end.energy.made(),
              0.01 * greatest);
}

/// A simulation that goes on from another one's state has the activation of that time: with the
/// same cells it does the same, and forces and energies on others are alike.
TEST(Fibres, StayActiveWhereARunGoesOn) {
  const Scene scene = muscle(activated);
  const std::unique_ptr<Simulation> first = simulate(scene), second = simulate(scene);
  History history = begin(*first);
  advance_by(*first, scene, 0.05, history);
  second->set_state(first->state());
  expect_to_go_on_alike(*first, *second, scene);
  Scene finer = scene;
  finer.grid.cell_size = 0.008;
  const std::unique_ptr<Simulation> refined = simulate(finer);
  refined->continue_from(first->state(), scene);
  EXPECT_NEAR(refined->bodies()[0].elastic, first->bodies()[0].elastic,
              0.02 * first->bodies()[0].elastic);
}

TEST(Fibres, WhatCannotBeIsRefused) {
  const auto refusal = [](const std::string& regions, const std::string& more) -> std::string {
    try {
      muscle(regions, more);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const std::string part = "[[body.region]]\nname = \"r\"\nactivation = 1\n";
  std::string twice = activated;
  twice += part;
  const std::tuple<std::string, const char*> cases[] = {
      {part + "shape = \"sphere\"\nradius = 0.1",
       "muscle.toml:14:14: [body \"muscle\"] region \"r\" "
       "has an activation, but neither"},
      {part + "shape = \"sphere\"\nradius = 0.1\nmaterial = \"gel\"",
       "its material, neo_hookean, has no fibres"},
      {twice, "activates the body's fibres, but region \"all\" does so"},
      {"[[body.region]]\nload_keyframes = [{ time = 0, factor = 1 }]",
       "no acceleration, force, traction, pressure or activation"},
      {"[[body]]\nname = \"b\"\nshape = \"sphere\"\nradius = 1\ncentre = [9, 9, 9]\nmaterial = { "
       "model = \"fibre_reinforced\", density = 1, youngs_modulus = 1, poissons_ratio = 0, "
       "fibre_modulus = 1, fibre_stiffening = 1, active_tension = 1, fibre = [0, 0, 0] }",
       "[body \"b\"] material.fibre"},
      {"[[body]]\nname = \"b\"\nshape = \"sphere\"\nradius = 1\ncentre = [9, 9, 9]\nmaterial = { "
       "like "
       "= \"gel\", fibre = [0, 0, 1] }",
       "fibre"},
  };
  for (const auto& [regions, words] : cases) {
    const std::string line = refusal(regions, "");
    EXPECT_NE(line.find(words), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace eulersolid::test
