#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "kernels/core/error.h"
#include "tests/simulation/runs.h"

/// Bodies whose regions have materials of their own.

namespace eulersolid::test {
namespace {

/// A bar of 0.1 m x 0.12 m x 0.3 m, off the nodes of cells of 0.02 m. Its first region is all of
/// it.
Scene bar(const std::string& more, const std::string& material = "density = 1000, ") {
  return parse_scene(fmt::format(R"([time]
duration = 1
[grid]
cell_size = 0.02
[[body]]
name = "bar"
shape = "box"
centre = [0.0031, 0.0017, 0.0023]
size = [0.1, 0.12, 0.3]
material = {{ {}youngs_modulus = 1e5, poissons_ratio = 0.3 }}
{}
)",
                                 material, more),
                     "bar.toml");
}

/// Above z = 0.05 m from the centre.
std::string head(const std::string& material) {
  return fmt::format(R"([[body.region]]
name = "all"
[[body.region]]
name = "head"
shape = "plane"
point = [0, 0, 0.05]
normal = [0, 0, -1]
material = {{ {} }})",
                     material);
}

constexpr const char* moving = "velocity_gradient = [[0, 0, 3], [0, 0, 0], [-3, 0, 4]]\n";

/// In cells that two materials share each has its own mean change of volume, and damps hourglasses
/// by its own mass: that is all that differs.
TEST(RegionMaterials, OfTheBodysOwnMaterialChangeNothing) {
  const History plain = run(bar(moving), 0.03);
  const History parts =
      run(bar(moving + head("density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3")), 0.03);
  ASSERT_EQ(plain.steps.size(), parts.steps.size());
  EXPECT_LT(norm(plain.end()[0].centroid - parts.end()[0].centroid), 1e-9);
  EXPECT_NEAR(plain.end()[0].elastic, parts.end()[0].elastic, 1e-6 * energy(plain.start()));
  EXPECT_NEAR(plain.end()[0].kinetic, parts.end()[0].kinetic, 1e-6 * energy(plain.start()));
}

/// The same material by numbers that another law is given by.
TEST(RegionMaterials, MayFollowAnotherLaw) {
  const double mu = 1e5 / 2.6, kappa = 1e5 / 1.2;
  const auto end = [&](const std::string& material) {
    return run(bar(moving + head(material)), 0.03).end()[0];
  };
  const BodyRecord same = end("density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3");
  const BodyRecord other =
      end(fmt::format("model = \"mooney_rivlin\", density = 1000, c1 = {}, c2 = {}, "
                      "bulk_modulus = {}",
                      0.25 * mu, 0.25 * mu, kappa));
  EXPECT_NE(same.elastic, other.elastic);
  // At strains of 10 % laws of the same moduli differ by as much.
  EXPECT_NEAR(same.elastic, other.elastic, 0.15 * same.elastic);
}

/// A third of the bar is thrice as dense: its mass, as it is known and as the nodes have it, and
/// its centre 0.04 m higher.
TEST(RegionMaterials, WeighWhatTheirDensitySays) {
  const std::unique_ptr<Simulation> simulation =
      simulate(bar(head("density = 3000, youngs_modulus = 1e5, poissons_ratio = 0.3")));
  const double volume = 0.1 * 0.12 * 0.3, mass = volume * (1000 * 2 / 3.0 + 3000 / 3.0);
  EXPECT_NEAR(simulation->bodies()[0].mass, mass, 1e-3 * mass);
  EXPECT_NEAR(simulation->bodies()[0].measured_mass, mass, 5e-3 * mass);
  const RegionRecord all = simulation->regions()[0];
  EXPECT_NEAR(all.mass, mass, 1e-3 * mass);
  EXPECT_NEAR(all.centroid.x, 0.0031, 1e-4);
  EXPECT_NEAR(all.centroid.y, 0.0017, 1e-4);
  EXPECT_NEAR(all.centroid.z, 0.0023 + (-0.05 * 2000 + 0.1 * 3000) / 5000.0, 0.02 * 0.02);
}

/// Where a region ends with the body it has all of it there, however the body is turned.
TEST(RegionMaterials, OfAllOfABodyAreAllOfIt) {
  for (const double angle : {0.0, 0.3, 0.6}) {
    const BodyRecord body =
        simulate(bar(fmt::format("rotation = {{ axis = [1, 1, 0.2], angle = {} }}\n", angle) +
                     "[[body.region]]\nname = \"all\"\nshape = \"box\"\nsize = [0.1, 0.12, 0.3]\n"
                     "material = { density = 50000, youngs_modulus = 1e5, poissons_ratio = 0.3 }"))
            ->bodies()[0];
    const double mass = 50000 * 0.1 * 0.12 * 0.3;
    EXPECT_NEAR(body.mass, mass, 2e-3 * mass) << angle;
    EXPECT_NEAR(body.measured_mass, mass, 0.01 * mass) << angle;
  }
}

TEST(RegionMaterials, ComeFromTemplatesOfArrays) {
  const Scene scene = parse_scene(R"([time]
duration = 1
[grid]
cell_size = 0.05
[material.core]
like = "rubber"
density = 2000
[template.fruit]
shape = "sphere"
radius = 0.2
material = "gel"
[[template.fruit.region]]
name = "core"
shape = "sphere"
radius = 0.1
material = "core"
[[array]]
template = "fruit"
layout = "grid"
counts = [2, 1, 1]
spacing = [0.5, 0, 0]
centre = [0, 0, 0]
)",
                                  "fruits.toml");
  ASSERT_EQ(scene.bodies.size(), 2u);
  for (const BodySpec& body : scene.bodies)
    EXPECT_EQ(body.regions[0].material.value().density, 2000);
}

TEST(RegionMaterials, ThatAreTooThinAreWarnedOf) {
  std::vector<std::string> warnings;
  const std::string text = R"([time]
duration = 1
[grid]
cell_size = 0.02
[[body]]
name = "box"
shape = "box"
size = [0.2, 0.2, 0.2]
centre = [0, 0, 0]
material = "gel"
[[body.region]]
name = "foil"
shape = "box"
size = [0.3, 0.3, 0.004]
material = "rubber"
)";
  parse_scene(text, "foil.toml", {}, &warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("foil.toml:15:12: [body \"box\"] region \"foil\" is 0.2 cells thin"),
            std::string::npos)
      << warnings[0];
}

/// A bar with a heavy end that is thrown spinning turns about its centre of mass, which flies
/// straight: momenta that nodes have of themselves, before any ledger.
TEST(RegionMaterials, FlyAboutTheCentreOfMass) {
  const Scene scene = bar("velocity = [0.5, 0, 0]\nangular_velocity = [0, 8, 0]\n" +
                          head("density = 3000, youngs_modulus = 4e5, poissons_ratio = 0.3"));
  const std::unique_ptr<Simulation> simulation = simulate(scene);
  const Vec3 start = simulation->regions()[0].centroid;
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.15, history);  // 70 degrees
  const Vec3 end = simulation->regions()[0].centroid;
  EXPECT_LT(norm(end - start - Vec3{0.5 * simulation->time(), 0, 0}), 0.02 * 0.02);
  const BodyRecord& first = history.start()[0];
  double momentum = 0, spin = 0;
  for (const auto& bodies : history.bodies) {
    momentum = std::max(momentum, norm(bodies[0].measured_momentum - first.momentum));
    const Vec3 own = first.angular_momentum;
    spin = std::max(spin, norm(bodies[0].measured_angular_momentum - own) / norm(own));
  }
  EXPECT_LT(momentum, 2e-3 * norm(first.momentum));
  EXPECT_LT(spin, 0.01);
}

/// As much of its energy as without a region of ten times the stiffness stays while it swings.
TEST(RegionMaterials, KeepEnergy) {
  const Scene scene =
      bar(moving + head("density = 1000, youngs_modulus = 1e6, poissons_ratio = 0.3"));
  const History history = run(scene, 0.1);
  const double start = energy(history.start());
  for (const auto& bodies : history.bodies) EXPECT_NEAR(energy(bodies), start, 0.03 * start);
}

TEST(RegionMaterials, WhatCannotBeIsRefused) {
  const auto refusal = [](const std::string& more) -> std::string {
    try {
      bar(more);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const std::pair<const char*, const char*> cases[] = {
      {"material = \"rubber\"",
       "bar.toml:13:12: [body \"bar\"] region \"r\" has a material, "
       "but no shape"},
      {"shape = \"sphere\"\nradius = 0.1\nmaterial = \"rubbr\"", "did you mean \"rubber\""},
      {"shape = \"sphere\"\nradius = 0.1\nmaterial = { density = 0, youngs_modulus = 1, "
       "poissons_ratio = 0 }",
       "region[0].material.density is 0 kg/m^3, but must be > 0"},
      {"shape = \"sphere\"\nradius = 0.1\nmaterial = { density = 1, youngs_modulus = 1 }",
       "region[0].material.poissons_ratio is missing"},
      {"shape = \"sphere\"\nradius = 0.1\nmaterial = { model = \"mooney_rivlin\", density = "
       "1, c1 = 1, c2 = 1, bulk_modulus = 0.1 }",
       "region \"r\" material has a Poisson's ratio of -"},
  };
  for (const auto& [keys, words] : cases) {
    const std::string line = refusal(fmt::format("[[body.region]]\nname = \"r\"\n{}", keys));
    EXPECT_NE(line.find(words), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace eulersolid::test
