#include <gtest/gtest.h>

#include "kernels/core/error.h"
#include "tests/no_device.h"
#include "tests/simulation/rigid/rigid_scenes.h"

/// The same scene, the same steps, on both backends. Loops are compiled without contraction on
/// both, so fields may differ only by the rounding of sums and of sin, pow and their kin.

namespace eulersolid::test {
namespace {

/// Rounding (1e-16) times the condition of the contact problem (1e5) and the growth over 20 steps.
constexpr double agreement = 1e-10;

/// Two balls that meet off centre at once, on a floor: friction, torque and an obstacle in one.
Scene small_collision() {
  Scene scene = empty_scene(0.05);
  scene.gravity.value = {0, 0, -gravity};
  scene.contact.friction = 0.5;
  scene.contact.tolerance = 1e-6;
  scene.bodies.push_back(ball("left", {-0.202, 0.03, 0.2}, 0.2, soft()));
  scene.bodies.push_back(ball("right", {0.198, -0.04, 0.205}, 0.2, soft()));
  scene.bodies[0].velocity = {0.8, 0, -0.1};
  scene.bodies[1].velocity = {-0.7, 0.2, 0};
  scene.obstacles.push_back(plane("floor"));
  return scene;
}

/// A bar half of which is plastic, a ball in it viscoelastic, and the rest fibres that are being
/// activated; it starts with strain rates of 5 to 10 /s.
Scene of_all_materials() {
  return parse_scene(R"([time]
duration = 1
[grid]
cell_size = 0.015
[[body]]
name = "bar"
shape = "box"
centre = [0.003, 0.001, 0.002]
size = [0.06, 0.06, 0.16]
velocity_gradient = [[4, 3, 0], [0, -8, 0], [2, 0, 5]]
material = { model = "fibre_reinforced", density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3, fibre_modulus = 1e4, fibre_stiffening = 1, active_tension = 1e4 }
[[body.region]]
name = "all"
activation = 1
load_keyframes = [{ time = 0, factor = 0 }, { time = 0.01, factor = 1 }]
[[body.region]]
name = "metal"
shape = "plane"
point = [0, 0, 0.01]
normal = [0, 0.2, -1]
material = { model = "plastic", density = 1500, youngs_modulus = 2e5, poissons_ratio = 0.4, yield_stress = 4e3, hardening_modulus = 8e3 }
[[body.region]]
name = "gum"
shape = "sphere"
radius = 0.03
centre = [0, 0, -0.04]
material = { model = "maxwell", density = 1200, youngs_modulus = 5e4, poissons_ratio = 0.4, branch_modulus = 4e4, relaxation_time = 5e-3 }
)",
                     "materials.toml");
}

TEST(Backends, SmallCollisionAgreesAfterTwentySteps) {
  const Scene scene = small_collision();
  const std::unique_ptr<Simulation> cpu = make_simulation(Backend::cpu, scene);
  std::unique_ptr<Simulation> gpu;
  try {
    gpu = make_simulation(Backend::gpu, scene);
  } catch (const NoDevice& none) {  // no GPU here; any other error fails the test
    no_device(none.what());
    return;
  }
  const double dt = 0.8 * cpu->stable_dt();
  int active = 0;
  for (int step = 0; step < 20; ++step) {
    const StepRecord a = cpu->advance(dt), b = gpu->advance(dt);
    EXPECT_EQ(a.contact.count, b.contact.count) << step;
    EXPECT_EQ(a.contact.solver.active, b.contact.solver.active) << step;
    EXPECT_EQ(a.contact.solver.iterations, b.contact.solver.iterations) << step;
    EXPECT_NEAR(a.kinetic + a.elastic, b.kinetic + b.elastic, agreement * a.kinetic) << step;
    active = std::max(active, a.contact.solver.active);
  }
  EXPECT_GT(active, 0);
  const std::vector<BodyRecord> one = cpu->bodies(), two = gpu->bodies();
  for (std::size_t i = 0; i < one.size(); ++i) {
    const double scale = one[i].mass * 1.0;  // kg m/s at 1 m/s
    EXPECT_NEAR(one[i].mass, two[i].mass, agreement * one[i].mass);
    EXPECT_LE(norm(one[i].momentum - two[i].momentum), agreement * scale) << one[i].body;
    EXPECT_LE(norm(one[i].angular_momentum - two[i].angular_momentum), agreement * scale);
    EXPECT_LE(norm(one[i].centroid - two[i].centroid), agreement) << one[i].body;
  }
}

TEST(Backends, BodiesOfAllMaterialsAgreeAfterTwentySteps) {
  const Scene scene = of_all_materials();
  const std::unique_ptr<Simulation> cpu = make_simulation(Backend::cpu, scene);
  std::unique_ptr<Simulation> gpu;
  try {
    gpu = make_simulation(Backend::gpu, scene);
  } catch (const NoDevice& none) {
    no_device(none.what());
    return;
  }
  const double dt = 0.8 * cpu->stable_dt();
  for (int step = 0; step < 20; ++step) cpu->advance(dt), gpu->advance(dt);
  const std::vector<double> one = cpu->state().bodies[0].history,
                            two = gpu->state().bodies[0].history;
  ASSERT_EQ(one.size(), two.size());
  double strain = 0, difference = 0;
  for (std::size_t n = 0; n < one.size(); ++n) {
    difference = std::max(difference, std::fabs(one[n] - two[n]));
    if (n % 7 == 6) strain = std::max(strain, one[n]);
  }
  EXPECT_GT(strain, 0.01);
  EXPECT_LT(difference, 1e-10);  // rounding
  EXPECT_NEAR(cpu->bodies()[0].elastic, gpu->bodies()[0].elastic, 1e-10 * cpu->bodies()[0].elastic);
}

TEST(Backends, RigidBodiesAgreeAfterTwentyFiveSteps) {
  const Scene scene = mechanism();
  const auto cpu = make_simulation(Backend::cpu, scene);
  std::unique_ptr<Simulation> gpu;
  try {
    gpu = make_simulation(Backend::gpu, scene);
  } catch (const NoDevice& none) {
    no_device(none.what());
    return;
  }
  int active = 0;
  for (int n = 0; n < 25; ++n) {
    const StepRecord a = cpu->advance(1e-3), b = gpu->advance(1e-3);
    EXPECT_EQ(a.contact.count, b.contact.count) << n;
    active = std::max(active, a.contact.solver.active);
  }
  EXPECT_GT(active, 0);
  // Rounding times the condition of the contact problem.
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_LE(norm(cpu->bodies()[i].momentum - gpu->bodies()[i].momentum),
              1e-10 * cpu->bodies()[i].mass);
}

}  // namespace
}  // namespace eulersolid::test
