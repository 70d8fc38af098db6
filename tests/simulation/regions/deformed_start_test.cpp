#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "grid/materials/acoustic_tensor.h"
#include "grid/materials/law_table.h"
#include "kernels/core/error.h"
#include "tests/simulation/runs.h"

/// Bodies that start deformed, or with velocities that are linear: stress and energy of each law
/// as the grid has them, against what the law says of F.

namespace eulersolid::test {
namespace {

constexpr double E = 1e5, nu = 0.3, mu = E / (2 * (1 + nu)), kappa = E / (3 * (1 - 2 * nu));

std::string material_of(const std::string& law) {
  const std::string by_moduli = fmt::format("youngs_modulus = {}, poissons_ratio = {}", E, nu);
  std::string values = by_moduli;
  if (law == "mooney_rivlin")
    values = fmt::format("c1 = {}, c2 = {}, bulk_modulus = {}", 0.3 * mu, 0.2 * mu, kappa);
  if (law == "ogden")
    values = fmt::format("mu_1 = {}, alpha_1 = 1.3, mu_2 = {}, alpha_2 = -3, bulk_modulus = {}",
                         0.6 * mu, 0.4 * mu, kappa);
  if (law == "fibre_reinforced")
    values +=
        fmt::format(", fibre_modulus = {}, fibre_stiffening = 0.5, active_tension = 1e4", 0.2 * E);
  // Nothing flows within the nanoseconds of these tests, nor at stresses of a few E.
  if (law == "maxwell")
    values += fmt::format(", branch_modulus = {}, relaxation_time = 1e3", 0.3 * mu);
  if (law == "plastic")
    values += fmt::format(", yield_stress = {}, hardening_modulus = 0", 1e3 * E);
  return fmt::format("{{ model = \"{}\", density = 1000, {} }}", law, values);
}

std::string rows_of(const Mat3& m) {
  std::string rows;
  for (int i = 0; i < 3; ++i)
    rows += fmt::format("{}[{}, {}, {}]", i == 0 ? "" : ", ", m[i].x, m[i].y, m[i].z);
  return '[' + rows + ']';
}

/// A block of 0.1 m x 0.12 m x 0.2 m, off the nodes of cells of 0.0125 m.
Scene block(const std::string& law, const std::string& more) {
  return parse_scene(fmt::format(R"([time]
duration = 1
[grid]
cell_size = 0.0125
[[body]]
name = "block"
shape = "box"
centre = [0.0031, 0.0017, 0.0023]
size = [0.1, 0.12, 0.2]
material = {}
{}
)",
                                 material_of(law), more),
                     "block.toml");
}

class DeformedStart : public testing::TestWithParam<std::string_view> {};

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (const LawEntry& law : laws()) all.push_back(law.name);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Laws, DeformedStart, testing::ValuesIn(names()),
                         [](const auto& one) { return std::string(one.param); });

Law law_of(const Scene& scene) {
  const MaterialSpec& material = scene.bodies[0].material;
  return make_law(material.model, material.parameters);
}

Response response_to(const Law& law, const Mat3& F) {
  return std::visit([&](const auto& chosen) { return chosen.response(deformation(chosen, F)); },
                    law);
}

/// Pulled and sheared, with a turn on top, it has V W(F). Where edges cut octants volumes are right
/// within 1e-3.
TEST_P(DeformedStart, HasTheEnergyOfItsLaw) {
  const Mat3 F = rotation({1, 2, -1}, 0.4) * Mat3{{{1.3, 0.3, 0}, {0, 0.9, 0.1}, {0, 0, 0.85}}};
  const Scene scene = block(std::string(GetParam()), fmt::format("deformation = {}", rows_of(F)));
  const std::unique_ptr<Simulation> simulation = simulate(scene);
  const double expected = 0.1 * 0.12 * 0.2 * response_to(law_of(scene), F).energy;
  EXPECT_NEAR(simulation->bodies()[0].elastic, expected, 2e-3 * expected);
}

/// Its lower half is held, and pulls the upper one over a section: reaction = sigma n a, in tension
/// and in shear. Faces that are aslant then cut cells whose forces are aggregated to other nodes,
/// some across the section: 2.7 % of it with 8 cells, and half of that with 16.
TEST_P(DeformedStart, HoldsItselfWithTheStressOfItsLaw) {
  for (const Mat3& F : {diagonal(1, 1, 1.5), diagonal(0.9, 0.8, 2), diagonal(1.1, 1, 0.7),
                        Mat3{{{1, 0, 0.5}, {0, 1, 0}, {0, 0, 1}}}}) {
    const Scene scene = block(std::string(GetParam()), fmt::format(R"(deformation = {}
[[body.region]]
name = "lower"
shape = "plane"
normal = [0, 0, 1]
hold = true)",
                                                                   rows_of(F)));
    const std::unique_ptr<Simulation> simulation = simulate(scene);
    simulation->advance(1e-9);  // its kick is half as long
    simulation->regions();
    simulation->advance(1e-9);
    const Symmetric s = response_to(law_of(scene), F).stress;
    // What a section across z has after F, which keeps its normal.
    const double area = 0.1 * 0.12 * F[0].x * F[1].y;
    const Vec3 expected = -area * Vec3{s.xz, s.yz, s.zz};
    const Vec3 reaction = simulation->regions()[0].reaction_force;
    const double tolerance = F[0].z == 0 ? 2e-3 : 0.04;
    EXPECT_LT(norm(reaction - expected), tolerance * norm(expected)) << rows_of(F);
  }
}

/// Let go it swings about its centre, which stays but for what cut cells are off by, by 3 cells to
/// and fro, and makes no energy.
TEST(DeformedStart, IsLetGoAtRest) {
  const Scene scene = block("neo_hookean", "deformation = [[0.8, 0, 0], [0, 1, 0], [0, 0, 1.3]]");
  const History history = run(scene, 0.05);
  const double start = energy(history.start());
  EXPECT_GT(largest(history, [](const StepRecord& s) { return s.kinetic; }), 0.3 * start);
  for (const auto& bodies : history.bodies) EXPECT_LT(energy(bodies), 1.01 * start);
  EXPECT_LT(norm(history.end()[0].centroid - history.start()[0].centroid), 0.005 * 0.0125);
}

/// v = v0 + w x r + L r about the centre of mass, of a block with the second moments m a^2/12:
/// momentum, angular momentum about the origin, and m/2 |v0|^2 + 1/2 tr(G M G^T), G being L and w.
TEST(LinearVelocity, HasItsMomentaAndEnergy) {
  const Mat3 L{{{3, 1, 0}, {-2, 0.5, 4}, {0, 1, -3}}};
  const Vec3 velocity{0.2, -0.1, 0.3}, spin{1, -2, 0.5}, centre{0.0031, 0.0017, 0.0023};
  const Scene scene =
      block("neo_hookean",
            fmt::format("velocity = [{}, {}, {}]\nangular_velocity = [{}, {}, {}]\n"
                        "velocity_gradient = {}",
                        velocity.x, velocity.y, velocity.z, spin.x, spin.y, spin.z, rows_of(L)));
  const BodyRecord body = simulate(scene)->bodies()[0];
  const double mass = 2.4;
  const Mat3 M = (mass / 12) * diagonal(0.1 * 0.1, 0.12 * 0.12, 0.2 * 0.2);
  const Mat3 G = L + Mat3{{{0, -spin.z, spin.y}, {spin.z, 0, -spin.x}, {-spin.y, spin.x, 0}}};
  const Mat3 A = G * M;
  const Vec3 angular =
      mass * cross(centre, velocity) + Vec3{A[2].y - A[1].z, A[0].z - A[2].x, A[1].x - A[0].y};
  const double kinetic = 0.5 * mass * dot(velocity, velocity) + 0.5 * trace(A * transpose(G));
  // The nodes' second moments are those of the mass they lump, h^2/6 off along each axis: 1 % of
  // the least.
  for (const Vec3 momentum : {body.momentum, body.measured_momentum})
    EXPECT_LT(norm(momentum - mass * velocity), 1e-3 * mass * norm(velocity));
  for (const Vec3 momentum : {body.angular_momentum, body.measured_angular_momentum})
    EXPECT_LT(norm(momentum - angular), 0.02 * norm(angular));
  EXPECT_NEAR(body.kinetic, kinetic, 0.02 * kinetic);
}

TEST(DeformedStart, WhatCannotBeIsRefused) {
  const auto refusal = [](const std::string& law, const std::string& rows) -> std::string {
    try {
      block(law, "deformation = " + rows);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const std::tuple<const char*, const char*, const char*> cases[] = {
      {"neo_hookean", "[[1, 0, 0], [0, 1, 0], [0, 0, -1]]", "turns the body inside out"},
      {"neo_hookean", "[[5, 0, 0], [0, 1, 0], [0, 0, 1]]", "must stay between 0.25 and 4 times"},
      {"neo_hookean", "[[2, 0, 0], [0, 2, 0], [0, 0, 2]]", "must stay between 0.1 and 6 times"},
      {"neo_hookean", "[[1, 0, 0], [0, 1, 0]]", "has 2 rows, but must have 3"},
      {"neo_hookean", "[[1, 0, 0], [0, 1, 0], [0, 0]]",
       "deformation[2] has 2 elements, but must have 3"},
      {"st_venant_kirchhoff", "[[0.5, 0, 0], [0, 1, 0], [0, 0, 1]]",
       "the law st_venant_kirchhoff is not stable"},
  };
  for (const auto& [law, rows, words] : cases) {
    const std::string line = refusal(law, rows);
    EXPECT_NE(line.find("block.toml:"), std::string::npos) << line;
    EXPECT_NE(line.find(words), std::string::npos) << line;
  }
  EXPECT_EQ(refusal("neo_hookean", "[[0.5, 0, 0], [0, 1, 0], [0, 0, 1]]"), "");
}

}  // namespace
}  // namespace eulersolid::test
