#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "kernels/core/error.h"
#include "tests/simulation/rigid/rigid_scenes.h"

/// Rigid bodies that react: alone, among each other and with what deforms.

namespace eulersolid::test {
namespace {

/// A ball that slides begins to roll: its angular momentum about a point of the floor stays, and
/// 5/7 of its speed is left, and nothing takes it any more. Friction has its way in g mu t.
TEST(RigidBodies, RollAfterTheyHaveSlid) {
  const double speed = 0.5, friction = 0.2;
  for (const double dt : {0.01, 0.002}) {
    Scene scene =
        scene_of(down(0, friction), rigid("ball", "shape = \"sphere\"\nradius = 0.1",
                                          "centre = [0, 0, 0.1]\nvelocity = [0.5, 0, 0]") +
                                        floor_plane);
    scene.time.dt = dt;
    const auto simulation = simulate(scene);
    History history = begin(*simulation);
    advance_by(*simulation, scene, 0.04, history);
    // Half a step is missing of the first kick, and of the mean over the last one.
    EXPECT_NEAR(history.end()[0].momentum.x / history.end()[0].mass,
                speed - friction * gravity * (0.04 - 0.5 * dt), 5e-4);
    advance_by(*simulation, scene, 0.96, history);
    EXPECT_NEAR(history.end()[0].momentum.x / history.end()[0].mass, 5.0 / 7 * speed,
                0.002 * speed);
    EXPECT_NEAR(history.end()[0].centroid.z, 0.1, 0.0005);
    EXPECT_EQ(history.steps.back().contact.solver.failed, false);
  }
}

/// On a slope of tan a a block holds up to mu, and slides by g (sin a - mu cos a) above it.
TEST(RigidBodies, SlideDownSlopesThatAreTooSteep) {
  for (const double slope : {0.495, 0.505, 0.7}) {
    Scene scene = scene_of(
        down(slope, 0.5),
        rigid("block", "shape = \"box\"\nsize = [0.2, 0.2, 0.1]", "centre = [0.001, 0.002, 0.05]") +
            floor_plane);
    scene.time.dt = 0.01;
    const History history = run(scene, 0.5);
    const double angle = std::atan(slope);
    const double acceleration = std::fmax(0, gravity * (std::sin(angle) - 0.5 * std::cos(angle)));
    EXPECT_NEAR(history.end()[0].centroid.x - 0.001, 0.125 * acceleration, 1e-4) << slope;
  }
}

/// A tower of blocks, each beside the one below, that must not fall: what it stands on bears it.
TEST(RigidBodies, StandOnEachOther) {
  std::string bodies;
  for (int i = 0; i < 5; ++i)
    bodies += rigid(fmt::format("block_{}", i), "shape = \"box\"\nsize = [0.2, 0.2, 0.1]",
                    fmt::format("centre = [{}, 0.003, {}]\nrotation = {{ angle = {} }}", 0.018 * i,
                                0.05 + 0.1 * i, 0.15 * i));
  const Scene scene = scene_of(down(0, 0.5), bodies + floor_plane);
  const auto simulation = simulate(scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.8, history);
  simulation->contacts();
  advance_by(*simulation, scene, 0.2, history);
  for (int i = 0; i < 5; ++i) {
    const BodyRecord& block = history.end()[std::size_t(i)];
    // A twentieth of a cell: impulses that pass from cell to cell are 2 % late, in steps of 20 ms.
    EXPECT_LT(norm(block.centroid - history.start()[std::size_t(i)].centroid), 1e-3) << i;
  }
  double borne = 0;
  for (const ContactRecord& contact : simulation->contacts())
    if (contact.partner == "floor") borne += contact.force.z;
  const double weight = 5 * 4 * gravity;
  EXPECT_NEAR(borne, weight, 1e-3 * weight);
}

/// Boxes of one size, one on the other, that nothing ever moves: faces keep what bears them, and
/// noise is no energy.
TEST(RigidBodies, LieStill) {
  const std::string box = "shape = \"box\"\nsize = [0.2, 0.2, 0.2]";
  const Scene scene =
      scene_of(down(0, 0), rigid("lower", box, "centre = [0, 0, 0.1]", 500) +
                               rigid("upper", box, "centre = [0, 0, 0.3]", 500) + floor_plane);
  const History history = run(scene, 1);
  EXPECT_NEAR(history.end()[0].centroid.z, 0.1, 1e-5);
  EXPECT_NEAR(history.end()[1].centroid.z, 0.3, 1e-5);
  for (const StepRecord& step : history.steps) EXPECT_LT(std::fabs(step.drift_impact), 0.01);
}

/// A torque acts without keyframes, too: half of T t^2 / I.
TEST(RigidBodies, TurnByTheTorqueOfAHinge) {
  Scene scene = scene_of("", rigid("door", "shape = \"box\"\nsize = [0.4, 0.08, 0.6]",
                                   "centre = [0.2, 0, 0.35]", 600) +
                                 "[[joint]]\nbodies = [\"door\"]\nat = [0, 0, 0.35]\ntorque = 5\n");
  scene.time.dt = 0.005;
  const auto simulation = simulate(scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.2, history);
  const double mass = 600 * 0.4 * 0.08 * 0.6;
  const double moment = mass * ((0.16 + 0.0064) / 12 + 0.04);
  EXPECT_NEAR(simulation->joints()[0].angle, 0.5 * 5 * 0.04 / moment, 1e-3);
}

/// Of two bodies together, to rounding.
void expect_same_momenta(const History& history) {
  const auto total = [](const std::vector<BodyRecord>& bodies, Vec3 BodyRecord::*of) {
    return bodies[0].*of + bodies[1].*of;
  };
  const double p = norm(total(history.start(), &BodyRecord::momentum));
  EXPECT_LT(norm(total(history.end(), &BodyRecord::momentum) -
                 total(history.start(), &BodyRecord::momentum)),
            1e-12 * p);
  EXPECT_LT(norm(total(history.end(), &BodyRecord::angular_momentum) -
                 total(history.start(), &BodyRecord::angular_momentum)),
            1e-12 * p);
}

/// Between a rigid body and one that deforms nothing of momenta is lost, and energy goes where the
/// tables say.
TEST(RigidBodies, PassTheirMomentumOn) {
  const Scene scene = scene_of("[contact]\nfriction = 0.4",
                               rigid("hammer", "shape = \"box\"\nsize = [0.2, 0.16, 0.12]",
                                     "centre = [-0.215, 0.03, 0.04]\nvelocity = [2, 0.3, 0]\n"
                                     "angular_velocity = [1, 3, 2]",
                                     3000) +
                                   R"([[body]]
name = "gum"
shape = "sphere"
radius = 0.1
centre = [0.005, 0.003, 0.001]
material = { density = 1000, youngs_modulus = 2e5, poissons_ratio = 0.3 }
)");
  const auto simulation = simulate(scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.15, history);
  expect_same_momenta(history);
  // They have met.
  EXPECT_GT(norm(history.end()[1].momentum), 0.1 * norm(history.start()[0].momentum));
  const StepRecord& last = history.steps.back();
  const double start = history.start()[0].kinetic;
  EXPECT_NEAR(last.kinetic + last.elastic + last.dissipated, start, energy_tolerance * start);
  double dissipated = 0;
  for (const StepRecord& step : history.steps) dissipated = std::fmax(dissipated, step.dissipated);
  EXPECT_GT(dissipated, 0);
}

/// What rests on a soft block presses on it with its weight.
TEST(RigidBodies, PressOnWhatIsSoft) {
  const Scene scene = scene_of(
      down(0, 0.3),
      rigid("weight", "shape = \"box\"\nsize = [0.1, 0.1, 0.06]", "centre = [0, 0, 0.131]", 2000) +
          R"([[body]]
name = "pad"
shape = "box"
size = [0.2, 0.2, 0.1]
centre = [0.001, 0.002, 0.05]
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3, viscosity = 1e-3 }
)" + floor_plane);
  const auto simulation = simulate(scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.6, history);
  simulation->contacts();
  advance_by(*simulation, scene, 0.1, history);
  const double weight = 2000 * 0.1 * 0.1 * 0.06 * gravity;
  for (const ContactRecord& contact : simulation->contacts())
    if (contact.body == "weight") {
      EXPECT_NEAR(contact.force.z, weight, 0.01 * weight);
    }
  EXPECT_LT(std::fabs(history.end()[0].momentum.z), 0.01 * history.end()[0].mass);
  EXPECT_LT(history.end()[0].centroid.z, 0.1303);  // it has sunk in
}

/// A ball bounces off a plate that a joint holds as it does off an obstacle of that shape. The
/// plate has points on its faces, the obstacle only on its edges, so that rows differ a little.
TEST(RigidBodies, ThrowBackAsObstaclesDo) {
  const std::string falls = R"([[body]]
name = "ball"
shape = "sphere"
radius = 0.08
centre = [0.0031, 0.0017, 0.0853]
velocity = [0, 0, -0.3]
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 }
)";
  const char* plate = "shape = \"box\"\nsize = [0.4, 0.4, 0.12]";
  const Scene with_obstacle = scene_of(
      "",
      fmt::format("{}[[obstacle]]\nname = \"plate\"\n{}\ncentre = [0, 0, -0.06]\n", falls, plate));
  const Scene with_rigid = scene_of(
      "", fmt::format("{}{}[[joint]]\ntype = \"fixed\"\nbodies = [\"plate\"]\nat = [0, 0, 0]\n",
                      falls, rigid("plate", plate, "centre = [0, 0, -0.06]")));
  const auto rebound = [](const Scene& scene) {
    const History history = run(scene, 0.14);
    return find(history.end(), "ball").momentum.z / -find(history.start(), "ball").momentum.z;
  };
  const double expected = rebound(with_obstacle);
  EXPECT_GT(expected, 0.9);
  EXPECT_NEAR(rebound(with_rigid), expected, 0.005);
}

/// A soft head on a rigid handle, both turning: what the handle gives the head has, and the energy
/// stays between them.
std::string mallet(double density) {
  return rigid("handle", "shape = \"box\"\nsize = [0.2, 0.06, 0.06]",
               "centre = [0, 0, 0]\nangular_velocity = [0, 0, 4]", density) +
         R"([[body]]
name = "head"
shape = "box"
size = [0.12, 0.2, 0.12]
centre = [0.16, 0, 0]
velocity = [0, 0.64, 0]
angular_velocity = [0, 0, 4]
material = { density = 500, youngs_modulus = 1e5, poissons_ratio = 0.3 }
[[body.region]]
name = "core"
shape = "box"
size = [0.06, 0.06, 0.06]
centre = [-0.04, 0, 0]
attach = "handle"
)";
}

TEST(RigidBodies, CarryWhatIsAttachedToThem) {
  const Scene scene = scene_of("", mallet(3000));
  const History history = run(scene, 0.3);
  expect_same_momenta(history);
  const auto energy = [](const BodyRecord& body) { return body.kinetic + body.elastic; };
  const double start = sum_over(history.start(), energy);
  EXPECT_NEAR(sum_over(history.end(), energy), start, 0.002 * start);
  // The handle's end has taken the head's corner along: both have turned by 1.2 rad.
  const Vec3 way = history.end()[1].centroid - history.end()[0].centroid;
  EXPECT_NEAR(std::atan2(way.y, way.x), 1.2, 0.05);
  EXPECT_NEAR(norm(way), 0.16, 0.005);
}

TEST(RigidBodies, RefuseWhatIsTooHeavyForThem) {
  try {
    simulate(scene_of("", mallet(100)));
    FAIL() << "it was taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("\"handle\" can carry less than"), std::string::npos)
        << error.what();
  }
}

/// By a fresh simulation that is given the state, as a checkpoint gives it.
TEST(RigidBodies, GoOnFromTheirState) {
  const Scene scene = mechanism();
  const auto one = make_simulation(Backend::cpu, scene), two = make_simulation(Backend::cpu, scene);
  for (int n = 0; n < 20; ++n) one->advance(1e-3);
  two->set_state(one->state());
  for (int n = 0; n < 20; ++n) {
    one->advance(1e-3), two->advance(1e-3);
    const std::vector<BodyRecord> a = one->bodies(), b = two->bodies();
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(std::memcmp(&a[i].momentum, &b[i].momentum, sizeof(Vec3)), 0) << n;
      EXPECT_EQ(std::memcmp(&a[i].angular_momentum, &b[i].angular_momentum, sizeof(Vec3)), 0) << n;
      EXPECT_EQ(std::memcmp(&a[i].centroid, &b[i].centroid, sizeof(Vec3)), 0) << n;
    }
  }
  const JointRecord a = one->joints()[0], b = two->joints()[0];
  EXPECT_EQ(a.angle, b.angle);
  EXPECT_EQ(std::memcmp(&a.force, &b.force, sizeof(Vec3)), 0);
  EXPECT_GT(one->bodies()[0].kinetic, 0);
}

/// On smaller cells: rigid bodies are where they were.
TEST(RigidBodies, GoOnOnOtherCells) {
  const Scene coarse = mechanism();
  Scene fine = coarse;
  fine.grid.cell_size = 0.015;
  const auto one = make_simulation(Backend::cpu, coarse), two = make_simulation(Backend::cpu, fine);
  for (int n = 0; n < 10; ++n) one->advance(1e-3);
  two->continue_from(one->state(), coarse);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(norm(one->bodies()[i].centroid - two->bodies()[i].centroid), 0);
    EXPECT_EQ(norm(one->bodies()[i].momentum - two->bodies()[i].momentum), 0);
  }
  two->advance(1e-3);
}

/// The problem of a step in FCLIB's global form, with rows of generalized velocities, is the one
/// that was solved.
TEST(RigidBodies, HaveTheirRowsInDumpedProblems) {
  Scene scene = mechanism();
  scene.contact.tolerance = 1e-6, scene.contact.solver = "automatic";
  const auto simulation = make_simulation(Backend::cpu, scene);
  simulation->keep_contact_problems(true);
  StepRecord record;
  for (int n = 0; n < 30 && record.contact.solver.active < 5; ++n)
    record = simulation->advance(1e-3);
  ASSERT_GE(record.contact.solver.active, 5);
  const FclibProblem dumped = simulation->contact_problem().value();
  const double error = coulomb_errors(condensed(*dumped.global), dumped.solution->r).coulomb;
  EXPECT_LE(error, 1e-6);
  EXPECT_NEAR(error, record.contact.solver.residual, 1e-12);
}

}  // namespace
}  // namespace eulersolid::test
