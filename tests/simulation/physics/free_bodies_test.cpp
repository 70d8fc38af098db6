#include <gtest/gtest.h>

#include "io/surface/sample_frame.h"
#include "tests/simulation/node_loss.h"
#include "tests/simulation/reference.h"

/// Case E5 of the validation list, and flights with closed forms: bodies that nothing touches.

namespace eulersolid::test {
namespace {

constexpr double pi = 3.14159265358979323846;

constexpr double h = 0.04;  // of a cell [m]

/// What the samples of the one body of a frame add up to, voxel by voxel: independent of the
/// ledger, which keeps momentum by construction.
struct Spin {
  double angular = 0;         ///< about z, of the velocity field [m^2/s, per voxel]
  double angle = 0;           ///< by which the reference map is turned about z [rad]
  double largest_stress = 0;  ///< von Mises [Pa]
};

Spin spin_of(const FrameMaps& maps) {
  const FrameSample frame = sample_frame(maps, 0.5 * maps.h);
  const BodySample& body = frame.bodies.at(0);
  Spin spin;
  double along = 0, across = 0;
  for (std::size_t c = 0; c < body.sdf.size(); ++c) {
    const double solid = std::clamp(0.5 - double(body.sdf[c]) / frame.h, 0.0, 1.0);
    if (solid == 0) continue;
    const Index n = Index(c), nx = body.cells.nx, ny = body.cells.ny;
    const double x = frame.origin.x + frame.h * (body.first.x + double(n % nx) + 0.5);
    const double y = frame.origin.y + frame.h * (body.first.y + double(n / nx % ny) + 0.5);
    const Vec3f X = body.rest[c], v = body.velocity[c];
    spin.angular += solid * (x * v.y - y * v.x);
    along += solid * (X.x * x + X.y * y), across += solid * (X.x * y - X.y * x);
    if (body.sdf[c] < 0) {
      spin.largest_stress =
          std::fmax(spin.largest_stress, double(values_named(body.values, "stress_vm").at(c)));
    }
  }
  spin.angle = std::atan2(across, along);
  return spin;
}

/// Turns a free body once about z, and says what became of it.
struct Turn {
  Spin start, end;
  double angle_expected = 0;  ///< omega t
  History history;
};

constexpr double omega = 5;  // [rad/s]

Turn one_turn(const BodySpec& body) {
  Scene scene = empty_scene(h);
  scene.time.cfl = 0.4;
  scene.output.extra = {"stress_vm"};
  scene.bodies.push_back(body);
  scene.bodies[0].angular_velocity = {0, 0, omega};
  const auto simulation = make_simulation(Backend::cpu, scene);
  Turn turn{spin_of(simulation->sample(1)), {}, 0, begin(*simulation)};
  advance_by(*simulation, scene, 2 * pi / omega, turn.history);
  turn.end = spin_of(simulation->sample(2));
  turn.angle_expected = omega * simulation->time();
  return turn;
}

/// Catches an extrapolation of X by constants, which brings 27 to 95 times the true stress.
/// Centrifugal forces widen the body and slow it down: by how much finite elements say. At the rim
/// it is where it should be to a twentieth of a cell. Seen with 5 and 10 cells in 0.2 m: 5.2
/// and 1.2 % of that delay less for the ball, 12 and 0.4 % for the box, of second order or faster.
void expect_steady_spin(const Turn& turn, const std::string& body, double radius) {
  // The aim is 0.5 % per turn. The sums over cells cannot see less than they themselves change by
  // when the body lies differently in the grid, 1 %.
  const double kept = turn.end.angular / turn.start.angular;
  testing::Test::RecordProperty("spin_kept", std::to_string(kept));
  EXPECT_NEAR(kept, 1, 0.005 + 0.01);
  const double late = std::remainder(turn.angle_expected - turn.end.angle, 2 * pi) / (2 * pi);
  const Reference exact =
      reference("spinning_bodies", body + ": late after 2 pi / omega, in turns");
  testing::Test::RecordProperty("late_by_turns", std::to_string(late));
  EXPECT_NEAR(late, exact.value, exact.uncertainty + 0.05 * h / (2 * pi * radius));

  const double scale = 1000 * omega * omega * radius * radius;  // rho omega^2 R^2 [Pa]
  testing::Test::RecordProperty("stress_over_scale",
                                std::to_string(turn.end.largest_stress / scale));
  // At most what finite elements have anywhere at any time, as the body swings after its start.
  const Reference most =
      reference("spinning_bodies", body + ": greatest von Mises stress over rho omega^2 R^2");
  EXPECT_LT(turn.end.largest_stress, (most.value + most.uncertainty) * scale);
  EXPECT_GT(turn.end.largest_stress, 0.05 * scale);  // and it is not simply zero
}

/// What the nodes hold before it is restored; exact is that nothing is lost. With 5 and 10 cells in
/// 0.2 m masses are off by 9e-5 and 6e-6 (ball), 5.7e-4 and 1.7e-4 (box). In a step velocities of a
/// ball lose 2.3e-5 and 1.1e-5 of the spin, those of a box, whose edges keep meeting new nodes,
/// 1.4e-3 and 2.5e-4; in a turn both 2.4e-4 and 6.5e-5, 9.9e-4 and 4.4e-5. All but the ball's loss
/// in a step fall with the second order or faster. Bounds: (h/R)^2 = 0.04 over 50, 400 or 16, 20.
void expect_spin_of_nodes(const Turn& turn, const BodySpec& body, double in_a_step) {
  const Vec3 before = turn.history.start()[0].angular_momentum;
  const Vec3 after = turn.history.end()[0].angular_momentum;
  EXPECT_LE(norm(after - before), 1e-12 * norm(before));  // the ledger: no impulse, only rounding
  const double spin = norm(before), radius = 0.2;
  expect_at_most({.mass = 0.0008,
                  .momentum = 1e-12,  // by symmetry, as there is none
                  .spin = in_a_step,
                  .momentum_in_all = 1e-12,
                  .spin_in_all = 0.002},
                 node_loss(turn.history, body).relative_to(spin / radius, spin), body.name);
}

TEST(SpinningBall, KeepsItsSpinAndStressForATurn) {
  const BodySpec body = ball("ball", {}, 0.2, soft());
  const Turn turn = one_turn(body);
  expect_steady_spin(turn, "ball", 0.2);
  expect_spin_of_nodes(turn, body, 0.0001);
}

TEST(SpinningBox, KeepsItsSpinAndStressForATurn) {
  const BodySpec body = box("box", {}, {0.4, 0.3, 0.2}, soft());
  const Turn turn = one_turn(body);
  expect_steady_spin(turn, "box", 0.25);
  expect_spin_of_nodes(turn, body, 0.0025);
}

/// A body that spins and vibrates while it flies over 40 cells, hitting no line of the grid twice.
/// The prototype keeps 85 % of the energy of *vibration*, a small part of the whole: 3 %.
/// First-order upwind keeps nothing of the spin. The path is that of momentum over mass: 0.02 h
/// after K2.
///
/// Of mass, momentum and spin exactly nothing is lost. With 4 and 8 cells in 0.2 m masses are off
/// by 4.1e-4 and 1.2e-4 at most; in a step velocities lose 6.3e-4 and 1.5e-4 of the
/// momentum, 1.2e-3 and 1.4e-4 of the spin, in 2 m and a turn and a half 1.4e-3 and 1.4e-4, 1.6e-2
/// and 2.0e-3: of the second order or faster, the last of the third. Bounds: (h/R)^2 = 0.0625 over
/// 50, 70, 30 and 30, and 3/2 (h/R)^3.
void expect_free_flight(BodySpec body) {
  Scene scene = empty_scene(0.05);
  body.velocity = {1.0, 0.37, -0.61}, body.angular_velocity = {2, -1, 4};
  scene.bodies.push_back(body);
  const History history = run(scene, 40 * 0.05);
  const double start = energy(history.start());
  double least = start, most = start;
  for (std::size_t n = 0; n < history.steps.size(); ++n) {
    const double now = history.steps[n].kinetic + history.steps[n].elastic;
    least = std::fmin(least, now), most = std::fmax(most, now);
  }
  testing::Test::RecordProperty("min_energy", std::to_string(least / start));
  testing::Test::RecordProperty("max_energy", std::to_string(most / start));
  EXPECT_GE(least, 0.97 * start);
  EXPECT_LE(most, 1.02 * start);
  const double momentum = norm(history.start()[0].momentum);
  const double spin =
      norm(history.start()[0].angular_momentum - cross(body.centre, history.start()[0].momentum));
  expect_at_most({.mass = 0.00125,
                  .momentum = 0.0009,
                  .spin = 0.0021,
                  .momentum_in_all = 0.0021,
                  .spin_in_all = 0.0234},
                 node_loss(history, body).relative_to(momentum, spin), body.name);
  const Vec3 way = history.end()[0].centroid - history.start()[0].centroid;
  const double off = norm(way - history.steps.back().time * body.velocity) / scene.grid.cell_size;
  testing::Test::RecordProperty("centroid_off_by_cells", std::to_string(off));
  EXPECT_LT(off, 0.02);
}

TEST(FreeFlight, BallKeepsEnergyAndPathOver40Cells) {
  expect_free_flight(ball("ball", {-0.8, -0.3, 0.5}, 0.2, soft()));
}

TEST(FreeFlight, BoxKeepsEnergyAndPathOver40Cells) {
  expect_free_flight(box("box", {-0.8, -0.3, 0.5}, {0.4, 0.3, 0.2}, soft()));
}

/// z = z0 + v0 t - g t^2 / 2, which the leapfrog meets exactly; 0.02 h is K2's error of a flight.
/// Velocities belong to the middle of the step. All nodes fall alike, so what they hold needs no
/// restoring but for the mass.
TEST(FreeFall, FollowsTheParabola) {
  Scene scene = empty_scene(0.05);
  scene.gravity.value = {0, 0, -gravity};
  scene.time.dt = 0.002;
  scene.bodies.push_back(ball("ball", {0.01, 0.02, 0.3}, 0.2, soft()));
  scene.bodies[0].velocity = {0.3, -0.2, 1};
  const History history = run(scene, 0.4);
  const Vec3 start = history.start()[0].centroid;
  const double mass = history.start()[0].mass;
  for (std::size_t n = 0; n < history.steps.size(); ++n) {
    const double t = history.steps[n].time, dt = *scene.time.dt;
    const Vec3 exact = start + t * scene.bodies[0].velocity + Vec3{0, 0, -0.5 * gravity * t * t};
    const double speed = 1 - gravity * (t - 0.5 * dt);
    const BodyRecord& body = history.bodies[n + 1][0];
    ASSERT_LT(norm(body.centroid - exact), 0.02 * 0.05) << t;
    ASSERT_NEAR(body.measured_momentum.z / body.measured_mass, speed, 1e-12) << t;
    ASSERT_NEAR(body.momentum.z, mass * speed, 1e-12 * mass) << t;  // the ledger's
    ASSERT_LT(body.elastic, 1e-6 * body.kinetic + 1e-9)
        << t;  // gravity deforms nothing in free fall
  }
}

/// Gravity grows for 0.1501 s, which no step ends on: v_z = v0 - g t^2 / 2T, then v0 - g (t - T/2).
/// Kicks have the mean of gravity, so velocities are exact, and so is its work on what moves alike.
TEST(FreeFall, FollowsGravityThatIsRamped) {
  Scene scene = empty_scene(0.05);
  const double ramp = 0.1501, dt = 0.002;
  scene.gravity.keyframes = {{0, {0, 0, 0}}, {ramp, {0, 0, -gravity}}};
  scene.time.dt = dt;
  scene.bodies.push_back(ball("ball", {0.01, 0.02, 0.3}, 0.2, soft()));
  scene.bodies[0].velocity = {0.3, -0.2, 1};
  const History history = run(scene, 0.3);
  const double z = history.start()[0].centroid.z, mass = history.start()[0].mass;
  for (std::size_t n = 0; n < history.steps.size(); ++n) {
    const StepRecord& step = history.steps[n];
    const BodyRecord& body = history.bodies[n + 1][0];
    const double t = step.time, middle = t - 0.5 * dt, part = std::min(t, ramp) / ramp;
    const double gained =
        middle < ramp ? -gravity * middle * middle / (2 * ramp) : -gravity * (middle - 0.5 * ramp);
    ASSERT_NEAR(body.momentum.z, mass * (1 + gained), 1e-12 * mass) << t;
    ASSERT_NEAR(body.measured_momentum.z / body.measured_mass, 1 + gained, 1e-12) << t;
    // Rounding over 150 steps; without the mean over the kick at the end of the ramp 1e-6.
    const double work = 0.5 * mass * (std::pow(1 + gained, 2) - 1);
    ASSERT_NEAR(body.gravity_work, work, 1e-10 * mass) << t;
    ASSERT_NEAR(step.gravity_work, work, 1e-10 * mass) << t;
    // What is left of the sum is K2's error of a flight.
    ASSERT_NEAR(step.kinetic + step.elastic - step.gravity_work, history.steps[0].kinetic,
                1e-3 * history.steps[0].kinetic)
        << t;
    ASSERT_NEAR(step.gravity, part * gravity * mass * body.centroid.z, 1e-12 * mass) << t;
    ASSERT_NEAR(body.gravity, step.gravity, 1e-12 * mass) << t;
  }
  const double T = history.steps.back().time, after = T - ramp;
  const double way = T - gravity * (ramp * ramp / 6 + 0.5 * ramp * after + 0.5 * after * after);
  EXPECT_NEAR(history.end()[0].centroid.z, z + way, 0.02 * 0.05);
}

}  // namespace
}  // namespace eulersolid::test
