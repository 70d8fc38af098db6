#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/core/error.h"
#include "tests/simulation/runs.h"

/// Regions that are attached to bodies that deform: the two are one where they meet.

namespace eulersolid::test {
namespace {

/// Two halves of a bar along z, whose faces meet at z = `between`, off the nodes.
std::string halves(const std::string& more_of_upper, const std::string& more_of_lower) {
  constexpr const char* half = R"(
[[body]]
name = "{}"
shape = "box"
size = [0.1, 0.1, 0.2]
centre = [0.003, 0.002, {}]
material = {{ density = 1000, youngs_modulus = 1e5, viscosity = 2e-3, poissons_ratio = 0 }}
{}
)";
  return fmt::format("[time]\nduration = 1\n[grid]\ncell_size = 0.02\n{}{}",
                     fmt::format(half, "upper", 0.307, more_of_upper),
                     fmt::format(half, "lower", 0.107, more_of_lower));
}

constexpr const char* tie = R"(
[[body.region]]
name = "joint"
shape = "plane"
normal = [0, 0, 1]
point = [0, 0, -0.07]
attach = "lower"
)";

/// Held at its top, and pulled at its lower face by mu (l - 1/l), with mu = E/2: the halves stretch
/// alike, the tie bears all of the pull, and between them there is no room.
TEST(Ties, HalvesOfABarStretchAsOne) {
  const Scene scene = parse_scene(halves(fmt::format("{}{}", tie, R"(
[[body.region]]
name = "top"
shape = "plane"
normal = [0, 0, -1]
point = [0, 0, 0.1]
hold = true
)"),
                                         R"(
[[body.region]]
name = "face"
shape = "box"
size = [0.2, 0.2, 0.1]
centre = [0, 0, -0.15]
traction = [0, 0, -1e4]
load_keyframes = [{ time = 0, factor = 0 }, { time = 0.32, factor = 1 }]
)"),
                                  "bar.toml");
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.36, history);
  simulation->regions();
  advance_by(*simulation, scene, 0.16, history);  // a period of the bar
  const double P = 1e4, mu = 5e4, stretch = (P + std::hypot(P, 2 * mu)) / (2 * mu);
  const std::vector<RegionRecord> regions = simulation->regions();
  ASSERT_EQ(regions.size(), 3U);
  EXPECT_NEAR(regions[0].reaction_force.z, -100, 3);  // the joint's, by the lower half
  EXPECT_NEAR(regions[1].reaction_force.z, 100, 3);
  EXPECT_NEAR(regions[2].displacement.z, -0.4 * (stretch - 1), 0.03 * 0.4 * (stretch - 1));
  EXPECT_EQ(history.steps.back().contact.count, 0);  // they do not touch
}

/// What flies is not moved by its ties: nodes keep linear and angular momentum to rounding but for
/// what advection takes; and what begins apart ends with one velocity.
TEST(Ties, PassMomentumOnAsWhole) {
  const Scene scene = parse_scene(
      halves(fmt::format("velocity = [0.2, 0, 0.1]\n{}", tie), "velocity = [0, 0.1, 0]\n"),
      "bar.toml");
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.15, history);
  const StepRecord &first = history.steps.front(), &last = history.steps.back();
  // The ledger has what each half was given: as much as the other lost.
  EXPECT_LT(norm(last.momentum - first.momentum), 1e-12);
  EXPECT_LT(norm(last.angular_momentum - first.angular_momentum), 1e-12);
  EXPECT_LT(norm(last.momentum - last.measured_momentum), 1e-3 * norm(last.momentum));
  const std::vector<BodyRecord>& end = history.end();
  const double closed = end[0].centroid.z - end[1].centroid.z;
  EXPECT_NEAR(norm(end[0].centroid - end[1].centroid), 0.2, 0.004) << closed;  // they bend a little
}

TEST(Ties, GoOnFromTheirStateWithTheSameBits) {
  const Scene scene =
      parse_scene(halves(fmt::format("velocity = [0.2, 0, 0.1]\n{}", tie), ""), "bar.toml");
  const std::unique_ptr<Simulation> whole = make_simulation(Backend::cpu, scene);
  History history = begin(*whole);
  advance_by(*whole, scene, 0.01, history);
  const std::unique_ptr<Simulation> resumed = make_simulation(Backend::cpu, scene);
  resumed->set_state(whole->state());
  advance_by(*whole, scene, 0.01, history);
  History rest = begin(*resumed);
  advance_by(*resumed, scene, 0.01, rest);
  EXPECT_EQ(history.end()[0].centroid.x, rest.end()[0].centroid.x);
  EXPECT_EQ(history.end()[1].angular_momentum.y, rest.end()[1].angular_momentum.y);
}

TEST(Ties, WhatIsApartIsRefused) {
  const std::string text = halves(R"(
[[body.region]]
name = "top"
shape = "plane"
normal = [0, 0, -1]
point = [0, 0, 0.05]
attach = "lower"
)",
                                  "");
  try {
    make_simulation(Backend::cpu, parse_scene(text, "bar.toml"));
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "bar.toml: [body \"upper\"] region \"top\", which is attached to \"lower\", has no "
        "surface within 0.5 cells of that body's");
  }
}

}  // namespace
}  // namespace eulersolid::test
