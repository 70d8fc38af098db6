#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kernels/core/error.h"
#include "tests/simulation/runs.h"

/// Hollows of bodies under pressure, and gas in them.

namespace eulersolid::test {
namespace {

constexpr double inner = 0.03, outer = 0.06, E = 1e5, nu = 0.3;

/// A shell with a concentric hollow, off the nodes: 3 cells of 0.01 m thick.
std::string shell(const std::string& regions, const std::string& more = "",
                  double cell_size = 0.01) {
  return fmt::format(R"([time]
duration = 1
[grid]
cell_size = {}
[[body]]
name = "shell"
centre = [0.0031, 0.0017, 0.0023]
shape = "difference"
parts = [{{ shape = "sphere", radius = {} }}, {{ shape = "sphere", radius = {} }}]
material = {{ density = 1000, youngs_modulus = {}, poissons_ratio = {}, viscosity = 1e-3 }}
{}
{})",
                     cell_size, outer, inner, E, nu, more, regions);
}

std::string region(const char* name, double radius, const std::string& keys) {
  return fmt::format("[[body.region]]\nname = \"{}\"\nshape = \"sphere\"\nradius = {}\n{}\n", name,
                     radius, keys);
}

/// The first region when loads have risen for two periods of the shell and acted for one.
struct AtRest {
  RegionRecord region;
  double start = 0;  ///< volume of the hollow then [m^3]
  StepRecord end;
};

AtRest at_rest(const std::string& text) {
  const Scene scene = parse_scene(text, "shell.toml");
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, scene);
  AtRest result;
  History history = begin(*simulation);
  advance_by(*simulation, scene, 1e-6, history);
  result.start = simulation->regions()[0].cavity_volume;
  advance_by(*simulation, scene, 0.05, history);
  simulation->regions();
  advance_by(*simulation, scene, 0.025, history);
  result.region = simulation->regions()[0], result.end = history.steps.back();
  return result;
}

/// Lame's solution for a thick shell under a pressure p in its hollow: the radius a grows by
/// p a / E [ (1 + nu) b^3/2 + (1 - 2 nu) a^3 ] / (b^3 - a^3) (Timoshenko and Goodier, Theory of
/// Elasticity, 3rd ed., section 136).
double growth_of_radius(double p) {
  const double a3 = inner * inner * inner, b3 = outer * outer * outer;
  return p / E * ((1 + nu) * b3 / 2 + (1 - 2 * nu) * a3) / (b3 - a3);
}

TEST(Cavity, UnderPressureGrowsAsLameSays) {
  const double p = 1e3;
  const AtRest hollow = at_rest(shell(region("hollow", 0.045, R"(cavity = true
pressure = 1e3
load_keyframes = [{ time = 0, factor = 0 }, { time = 0.05, factor = 1 }])"),
                                      "", 0.0075));
  const double exact = std::pow(1 + growth_of_radius(p), 3);
  EXPECT_NEAR(hollow.region.pressure, p, 1e-6);
  // Strains of 1 %, and a wall of 4 cells: some per cent of the growth each.
  EXPECT_NEAR(hollow.region.cavity_volume / hollow.start, exact, 0.05 * (exact - 1));
  EXPECT_LT(norm(hollow.region.load_force), 1e-6 * p * inner * inner);
  EXPECT_LT(norm(hollow.end.measured_momentum), 1e-6);
}

/// Gas in the hollow holds against a pressure from outside, which takes less volume from it than
/// without gas; its pressure is that of p V^n.
TEST(Cavity, GasHoldsAgainstWhatPresses) {
  const auto pressed = [](const std::string& gas) {
    const std::string outside = R"([[body.region]]
name = "outside"
shape = "difference"
parts = [{ shape = "sphere", radius = 0.2 }, { shape = "sphere", radius = 0.045 }]
pressure = 2e3
load_keyframes = [{ time = 0, factor = 0 }, { time = 0.05, factor = 1 }]
)";
    return at_rest(shell(region("hollow", 0.045, "cavity = true" + gas) + outside));
  };
  const AtRest empty = pressed(""), full = pressed("\ngas_pressure = 1e5\ngas_exponent = 1.4");
  const double ratio = full.region.cavity_volume / full.start;
  EXPECT_EQ(empty.region.pressure, 0);
  EXPECT_LT(empty.region.cavity_volume, 0.95 * empty.start);
  EXPECT_GT(ratio, 0.98);
  EXPECT_LT(ratio, 0.99);
  EXPECT_NEAR(full.region.pressure, 1e5 * (std::pow(ratio, -1.4) - 1), 1e-3);
}

/// A deformed hollow starts with the pressure of what is around it.
TEST(Cavity, OfADeformedBodyStartsWithoutExcess) {
  const Scene scene =
      parse_scene(shell(region("hollow", 0.045, "cavity = true\ngas_pressure = 1e5"),
                        "deformation = [[1.2, 0, 0.1], [0, 0.9, 0], [0, 0, 1]]"),
                  "shell.toml");
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, scene);
  simulation->advance(1e-6);
  const RegionRecord hollow = simulation->regions()[0];
  EXPECT_NEAR(hollow.pressure, 0, 1e-9 * 1e5);  // rounding
  // Its faces are flat between points, half a cell apart on a sphere of 6 cells: 1 % less.
  EXPECT_NEAR(hollow.cavity_volume, 1.08 * 4.0 / 3 * std::numbers::pi * inner * inner * inner,
              0.02 * hollow.cavity_volume);
}

/// Stiff gas in a soft body: its steps are as short as the gas asks for, and no energy comes of it.
TEST(Cavity, StiffGasIsStable) {
  const auto hardly_viscous = [](const std::string& keys) {
    std::string text = shell(region("hollow", 0.045, keys));
    text.replace(text.find("viscosity = 1e-3"), 16, "viscosity = 1e-5");
    return parse_scene(text, "shell.toml");
  };
  const Scene scene =
      hardly_viscous("cavity = true\ngas_pressure = 1e6\ngas_exponent = 1.4\npressure = 2e3");
  const std::unique_ptr<Simulation> simulation = simulate(scene);
  EXPECT_LT(simulation->step_limit().dt,
            0.5 * simulate(hardly_viscous("pressure = 2e3"))->step_limit().dt);
  EXPECT_GT(simulation->regions()[0].cavity_volume, 1e-4);  // known at the start
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.01, history);
  const double work =
      largest(history, [](const StepRecord& s) { return std::fabs(s.energy.load_work); });
  EXPECT_LT(std::fabs(history.steps.back().energy.made()), 0.05 * work);
}

TEST(Cavity, ThatIsNoneIsRefused) {
  const std::pair<std::string, const char*> cases[] = {
      {region("hollow", 0.045, "cavity = true\ncentre = [0.02, 0, 0]"), "is open"},
      {region("hollow", 0.2, "cavity = true"), "is its outside"},
      {region("hollow", 0.045, "cavity = true") + region("again", 0.05, "cavity = true"),
       "are cavities of one hollow"},
      {region("hollow", 0.045, "gas_pressure = 1e5"), "needs cavity = true"},
      {region("hollow", 0.045, "cavity = true\ngas_pressure = -1"), "must be >= 0"},
  };
  for (const auto& [text, why] : cases) {
    try {
      make_simulation(Backend::cpu, parse_scene(shell(text), "shell.toml"));
      ADD_FAILURE() << text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
      EXPECT_EQ(std::string(error.what()).find("shell.toml"), 0U) << error.what();
    }
  }
}

}  // namespace
}  // namespace eulersolid::test
