#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <string>

#include "kernels/core/error.h"
#include "tests/simulation/runs.h"

/// Domains that repeat: what meets at their ends meets as anywhere else.

namespace eulersolid::test {
namespace {

std::string head(double length, const char* periodic) {
  return fmt::format(
      "[time]\nduration = 1\n[grid]\norigin = [0, 0, 0]\nsize = [{}, 0.8, 0.8]\ncell_size = 0.02\n"
      "periodic = {}\n[contact]\nfriction = 0.3\n",
      length, periodic);
}

std::string ball(const char* name, double x, const char* velocity) {
  return fmt::format(
      "[[body]]\nname = \"{}\"\nshape = \"sphere\"\nradius = 0.08\ncentre = [{}, 0.403, 0.401]\n"
      "velocity = {}\nmaterial = {{ density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 "
      "}}\n",
      name, x, velocity);
}

std::string text_of(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

/// Two balls hit each other off centre across the end of the domain, and in the middle of one that
/// is longer by that way: by contact alone they know of each other.
TEST(PeriodicDomain, BallsMeetAcrossItsEndAsElsewhere) {
  const History across =
      run(parse_scene(text_of({head(1, "[\"x\"]"), ball("a", 0.91, "[0.3, 0.05, 0]"),
                               ball("b", 0.09, "[-0.2, 0, 0]")}),
                      "periodic.toml"),
          0.25);
  const History within = run(parse_scene(text_of({head(2, "[]"), ball("a", 0.91, "[0.3, 0.05, 0]"),
                                                  ball("b", 1.09, "[-0.2, 0, 0]")}),
                                         "plain.toml"),
                             0.25);
  ASSERT_EQ(across.steps.size(), within.steps.size());
  double met = 0;
  for (int b = 0; b < 2; ++b) {
    const BodyRecord &one = across.end()[std::size_t(b)], &other = within.end()[std::size_t(b)];
    const double size = norm(other.momentum);
    EXPECT_LT(norm(one.momentum - other.momentum), 1e-9 * size);  // rounding, over 100 steps
    const Vec3 apart = one.centroid - other.centroid;
    EXPECT_NEAR(apart.x, b == 0 ? 0 : -1, 1e-9);
    // Spins are about the bodies' own centres.
    const auto spin = [](const BodyRecord& r) {
      return r.angular_momentum - cross(r.centroid, r.momentum);
    };
    EXPECT_LT(norm(spin(one) - spin(other)), 1e-9 * size * 0.08);
    met += norm(other.momentum - within.start()[std::size_t(b)].momentum);
  }
  EXPECT_GT(met, 0.1);  // or nothing was compared
  // What one gets the other gives, and where they are nobody asks.
  EXPECT_LT(norm(across.steps.back().momentum - across.steps.front().momentum), 1e-12);
}

/// A ball that flies out at one end hits an obstacle at the other, and is shown there.
TEST(PeriodicDomain, ObstaclesAndFramesHaveCopies) {
  const char* wall =
      "[[obstacle]]\nname = \"wall\"\nshape = \"box\"\nsize = [0.1, 0.4, 0.4]\n"
      "centre = [0.153, 0.4, 0.4]\n";
  const Scene scene = parse_scene(
      text_of({head(1, "[\"x\", \"y\"]"), ball("a", 0.93, "[0.4, 0, 0]"), wall}), "periodic.toml");
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.6, history);
  EXPECT_LT(history.end()[0].momentum.x, 0);  // it came back from x = 1.023
  double farthest = 0;
  for (const auto& bodies : history.bodies) farthest = std::max(farthest, bodies[0].centroid.x);
  EXPECT_GT(farthest, 1);
  EXPECT_LT(farthest, 1.03 + 0.02);
  const BodyRecord& end = history.end()[0];
  const BodyMap map = simulation->sample(0).bodies[0];
  const double shown = map.points.front().x, there = end.centroid.x;
  EXPECT_LT(std::fabs(shown - (there > 1 ? there - 1 : there)), 0.1);
  EXPECT_TRUE(simulation->warnings().empty());
}

/// A block slides over a floor whose copies meet, across the ends along two axes at once, and is
/// not slowed: their ends are no edges, and each point sees one of them alone.
TEST(PeriodicDomain, ALongObstacleHasNoSeams) {
  const Scene scene = parse_scene(R"(gravity = [0, 0, -9.81]
[time]
duration = 1
[grid]
origin = [0, 0, 0]
size = [0.8, 0.8, 0.6]
cell_size = 0.04
periodic = ["x", "y"]
[[obstacle]]
name = "floor"
shape = "box"
size = [0.8, 2, 0.2]
centre = [0.4, 0.4, 0.1]
[[body]]
name = "block"
rigid = true
shape = "box"
size = [0.24, 0.24, 0.24]
centre = [0.75, 0.75, 0.32]
velocity = [1, 1, 0]
material = { density = 1000 }
)",
                                  "floor.toml");
  const History history = run(scene, 0.25);
  const BodyRecord& end = history.end()[0];
  EXPECT_NEAR(end.momentum.x / end.mass, 1, 1e-9);
  EXPECT_NEAR(end.momentum.y / end.mass, 1, 1e-9);
  EXPECT_NEAR(end.centroid.z, 0.32, 1e-4);
}

/// Halves that are glued across the end stay together, and get each other's momentum whole.
TEST(PeriodicDomain, BodiesAreGluedAcrossItsEnd) {
  const auto half = [](const char* name, double x, const char* more) {
    return fmt::format(
        "[[body]]\nname = \"{}\"\nshape = \"box\"\nsize = [0.2, 0.14, 0.14]\ncentre = [{}, 0.403, "
        "0.401]\nmaterial = {{ density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 }}\n{}\n",
        name, x, more);
  };
  const Scene scene =
      parse_scene(text_of({head(1, "[\"x\"]"), half("a", 0.9, "velocity = [0, 0.1, 0]"),
                           half("b", 0.1, "[[body.region]]\nname = \"seam\"\nattach = \"a\"\n")}),
                  "glued.toml");
  const History history = run(scene, 0.1);
  const StepRecord &first = history.steps.front(), &last = history.steps.back();
  EXPECT_LT(norm(last.momentum - first.momentum), 1e-12);
  EXPECT_LT(norm(last.momentum - last.measured_momentum), 1e-3 * norm(last.momentum));
  EXPECT_LT(last.drift.spin, 0.01);
  const Vec3 apart = history.end()[1].centroid - history.end()[0].centroid;
  EXPECT_NEAR(apart.x, -0.8, 0.004);
  EXPECT_GT(history.end()[1].momentum.y, 0.05 * norm(first.momentum));
}

TEST(PeriodicDomain, WhatCannotBeIsRefused) {
  const std::pair<std::string, const char*> cases[] = {
      {text_of({head(1.01, "[\"x\"]"), ball("a", 0.5, "[0, 0, 0]")}),
       "periodic.toml:5:8: [grid] size is 1.01 m along x, 50.5 cells, but must be a whole number "
       "of "
       "them where the domain is periodic; take 1 or 1.02 m"},
      {text_of({head(0.2, "[\"x\"]"), ball("a", 0.1, "[0, 0, 0]")}),
       "periodic.toml:12:9: [body \"a\"] is 0.16 m long along x, where all is there again after "
       "0.2 "
       "m; it must be 4 cells shorter, or it meets itself"},
      {text_of({head(1, "[\"x\"]"), ball("a", 0.5, "[0, 0, 0]"),
                "[[obstacle]]\nname = \"wall\"\nshape = \"plane\"\npoint = [0, 0, 0]\n",
                "normal = [1, 0, 1]\n"}),
       "periodic.toml:21:10: [obstacle \"wall\"] is a plane across x, along which the domain is "
       "periodic; take a box"},
      {text_of({head(1, "[\"x\"]"), ball("a", 0.95, "[0, 0, 0]"), ball("b", 0.08, "[0, 0, 0]")}),
       "periodic.toml:21:10: [body \"b\"] and body \"a\" overlap by"},
      {text_of({head(1, "[\"x\"]"), ball("a", 0.95, "[0, 0, 0]"), ball("b", -4.92, "[0, 0, 0]")}),
       "periodic.toml:21:10: [body \"b\"] and body \"a\" overlap by"},
      {text_of({head(1, "[\"x\"]"), ball("a", 0.5, "[0, 0, 0]"),
                "[[obstacle]]\nname = \"post\"\nshape = \"sphere\"\nradius = 0.08\n",
                "centre = [7.62, 0.403, 0.401]\n"}),
       "periodic.toml:14:10: [body \"a\"] and obstacle \"post\" overlap by"},
      {text_of({"[time]\nduration = 1\n[grid]\nperiodic = [\"z\"]\n", ball("a", 0.5, "[0, 0, 0]")}),
       "periodic.toml:4:12: [grid] periodic needs a size: what all is there again after"},
  };
  for (const auto& [text, why] : cases) {
    try {
      parse_scene(text, "periodic.toml");
      ADD_FAILURE() << text;
    } catch (const InputError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(why)) << error.what();
    }
  }
  // As many periods away, but beside each other.
  EXPECT_NO_THROW(parse_scene(
      text_of({head(1, "[\"x\"]"), ball("a", 0.95, "[0, 0, 0]"), ball("b", -4.5, "[0, 0, 0]")}),
      "periodic.toml"));
}

}  // namespace
}  // namespace eulersolid::test
