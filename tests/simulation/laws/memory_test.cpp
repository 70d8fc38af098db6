#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/core/error.h"
#include "tests/simulation/runs.h"

/// Bodies that remember: plasticity and a Maxwell branch, on the grid.

namespace eulersolid::test {
namespace {

constexpr const char* metal =
    "model = \"plastic\", density = 1500, youngs_modulus = 2e5, poissons_ratio = 0.4, "
    "yield_stress = 4e3, hardening_modulus = 8e3";

/// A bar of 0.06 m x 0.06 m x 0.16 m, off the nodes of cells of 0.015 m.
Scene bar(const std::string& material, const std::string& more, double viscosity = 0) {
  return parse_scene(fmt::format(R"([time]
duration = 1
[grid]
cell_size = 0.015
[[body]]
name = "bar"
shape = "box"
centre = [0.003, 0.001, 0.002]
size = [0.06, 0.06, 0.16]
material = {{ {}, viscosity = {} }}
{}
)",
                                 material, viscosity, more),
                     "bar.toml");
}

/// Its ends, of which the upper one moves by `way` in 0.06 s, and lets go of it after 0.08 s.
std::string pulled(double way) {
  return fmt::format(R"([[body.region]]
name = "upper"
shape = "plane"
point = [0, 0, 0.06]
normal = [0, 0, -1]
keyframes = [{{ time = 0, shift = [0, 0, 0] }}, {{ time = 0.06, shift = [0, 0, {}], smooth = true }}]
[[body.region]]
name = "lower"
shape = "plane"
point = [0, 0, -0.06]
normal = [0, 0, 1]
hold = true
)",
                     way);
}

/// What holds the ends does work, and it is stored or dissipated: by flow for the most part.
TEST(Memory, FlowDissipatesTheWork) {
  const History history = run(bar(metal, pulled(0.05), 1e-3), 0.07);
  const StepRecord& end = history.steps.back();
  const double work = end.energy.hold_work;
  EXPECT_GT(end.energy.viscosity, 0.7 * work);
  EXPECT_LT(std::fabs(end.energy.residual), 1e-3 * work);
  EXPECT_NEAR(end.energy.viscosity + end.elastic + end.kinetic, work, 0.01 * work);
}

/// Flight and spin are no deformation: where strains of 1 % are elastic, nothing flows.
TEST(Memory, FlightAndSpinMakeNoFlow) {
  const std::string tough =
      "model = \"plastic\", density = 1000, youngs_modulus = 1e6, poissons_ratio = 0.3, "
      "yield_stress = 1e4, hardening_modulus = 0";
  const Scene scene = bar(tough, "velocity = [0.5, 0.3, -0.2]\nangular_velocity = [2, 3, 1]\n");
  const std::unique_ptr<Simulation> simulation = simulate(scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.1, history);
  const std::vector<double> numbers = simulation->state().bodies[0].history;
  ASSERT_FALSE(numbers.empty());
  for (std::size_t n = 6; n < numbers.size(); n += 7) EXPECT_EQ(numbers[n], 0);
}

/// The strain that its points remember is in frames: that of a bar pulled by a quarter of its free
/// length is about the logarithm of that, but for its ends.
TEST(Memory, IsShown) {
  Scene scene = bar(metal, pulled(0.03), 1e-3);
  scene.output.extra = {"plastic_strain"};
  const std::unique_ptr<Simulation> simulation = simulate(scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.07, history);
  const FrameMaps maps = simulation->sample(0);
  ASSERT_EQ(maps.bodies[0].cell_values.size(), 1u);
  EXPECT_EQ(maps.bodies[0].cell_values[0].name, "plastic_strain");
  float most = 0;
  for (const float value : maps.bodies[0].cell_values[0].values)
    if (value > most) most = value;  // not where it is not a number
  EXPECT_GT(most, 0.9 * std::log(1.25));
  EXPECT_LT(most, 2 * std::log(1.25));
}

/// Thrown at a wall, it stays short, and elastic bars do not.
TEST(Memory, APlasticBarStaysShort) {
  const std::string wall =
      "velocity = [0, 0, -2]\n[[obstacle]]\nname = \"wall\"\nshape = "
      "\"plane\"\npoint = [0, 0, -0.08]\nnormal = [0, 0, 1]\n";
  const auto length = [](const HostState& body) {
    double low = 1, high = -1;
    for (const Vec3 x : body.points) low = std::min(low, x.z), high = std::max(high, x.z);
    return high - low;
  };
  const auto end = [&](const std::string& material) {
    const Scene scene = bar(material, wall);
    const std::unique_ptr<Simulation> simulation = simulate(scene);
    History history = begin(*simulation);
    advance_by(*simulation, scene, 0.15, history);
    return length(simulation->state().bodies[0]);
  };
  const double plastic = end(metal);
  // The kinetic energy over what yielding takes: rho v^2/2 / sigma_y = 0.75 of the length if
  // nothing hardened, less as it does, and grows thicker.
  EXPECT_LT(plastic, 0.85 * 0.16);
  EXPECT_GT(plastic, 0.4 * 0.16);
}

TEST(Memory, IsInTheState) {
  const Scene scene = bar(metal, pulled(0.04), 1e-3);
  const std::unique_ptr<Simulation> first = simulate(scene), second = simulate(scene);
  History history = begin(*first);
  advance_by(*first, scene, 0.05, history);
  second->set_state(first->state());
  expect_to_go_on_alike(*first, *second, scene);
  EXPECT_EQ(first->state().bodies[0].history, second->state().bodies[0].history);
  SimulationState damaged = first->state();
  damaged.bodies[0].history.pop_back();
  EXPECT_THROW(second->set_state(damaged), InputError);
  // On smaller cells it is as stretched and as strong; without what it remembers it had twenty
  // times the energy.
  Scene finer = scene;
  finer.grid.cell_size = 0.011;
  const std::unique_ptr<Simulation> refined = simulate(finer);
  refined->continue_from(first->state(), scene);
  EXPECT_NEAR(refined->bodies()[0].elastic, first->bodies()[0].elastic,
              0.2 * first->bodies()[0].elastic);
}

TEST(Memory, WhatCannotBeIsRefused) {
  const auto refusal = [](const std::string& material, const std::string& more) -> std::string {
    try {
      bar(material, more);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refusal(metal, "[preview]\ncolour = \"stress\"").find("[preview] colour is \"stress\""),
            std::string::npos)
      << refusal(metal, "[preview]\ncolour = \"stress\"");
  EXPECT_EQ(refusal(metal, "[preview]\ncolour = \"J\""), "");
  EXPECT_NE(refusal("model = \"plastic\", density = 1, youngs_modulus = 1, poissons_ratio = 0, "
                    "yield_stress = 0, hardening_modulus = 0",
                    "")
                .find("yield_stress is 0 Pa, but must be > 0"),
            std::string::npos);
}

}  // namespace
}  // namespace eulersolid::test
