#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bench/papers/scalar_sweeps.h"
#include "bench/rigid/rigid_scenes.h"
#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "contact/solvers/coulomb/methods/coulomb_registry.h"
#include "contact/solvers/coulomb/unilateral/unilateral_form.h"

namespace eulersolid {
namespace {

constexpr double rounding = 1e-12;

std::vector<NearPoint> near(const RigidWorld& world) {
  std::vector<NearPoint> found;
  for (const RigidContact& c : rigid_contacts(world.bodies, world.planes, world.margin))
    found.push_back(c.near);
  return found;
}

RigidWorld world_of(std::vector<RigidBody> bodies) {
  RigidWorld world;
  world.bodies = std::move(bodies);
  return world;
}

RigidBody turned(RigidBody body, Vec3 axis, double angle) {
  body.pose.rotation = rotation(axis, angle);
  return body;
}

/// A step of the world by its problem with friction and joints, to 1e-12.
void step(RigidWorld& world, double h) {
  const GlobalForm global =
      rigid_problem(world, rigid_contacts(world.bodies, world.planes, world.margin), h);
  const FrictionProblem problem = in_both_forms(global);
  std::vector<Vec3> r(problem.q.size());
  ASSERT_TRUE(coulomb_solver("proximal_newton")(problem, {1e-12, 20}, r).converged);
  move(world, body_velocities(global, r), h);
}

}  // namespace

TEST(RigidContacts, OfRoundBodies) {
  const Vec3 n{2.0 / 3, 2.0 / 3, 1.0 / 3};
  const std::vector<NearPoint> spheres =
      near(world_of({sphere_body(1, 1, {}), sphere_body(0.5, 1, 1.505 * n)}));
  ASSERT_EQ(spheres.size(), 1u);
  EXPECT_NEAR(spheres[0].gap, 0.005, rounding);
  EXPECT_LE(norm(spheres[0].normal - n), rounding);  // from the second of a pair, the earlier one
  EXPECT_LE(norm(spheres[0].point - 1.0025 * n), rounding);
  // A capsule along z beside a ball at a third of its height; one that lies on a plane.
  const std::vector<NearPoint> side =
      near(world_of({capsule_body(0.5, 3, 1, {}), sphere_body(0.5, 1, {1.001, 0, 1})}));
  ASSERT_EQ(side.size(), 1u);
  EXPECT_NEAR(side[0].gap, 0.001, rounding);
  EXPECT_LE(norm(side[0].point - Vec3{0.5005, 0, 1}), rounding);
  RigidWorld lying = sliding_capsule();
  const std::vector<NearPoint> ends = near(lying);
  ASSERT_EQ(ends.size(), 2u);
  for (const NearPoint& end : ends) {
    EXPECT_NEAR(end.gap, 0, rounding);
    EXPECT_NEAR(std::fabs(end.point.x), 1, rounding);
  }
}

/// Turned by an eighth, the patch of two unit squares is a regular octagon; corners of its eight
/// sides are where |x| or |y| is 1/2 and the other tan(pi / 8) / 2.
TEST(RigidContacts, OfBoxesAreTheCornersOfTheirPatch) {
  const RigidBody below = box_body({0.5, 0.5, 0.5}, 1, {});
  RigidBody above =
      turned(box_body({0.5, 0.5, 0.5}, 1, {0, 0, 0.998}), {0, 0, 1}, 0.25 * std::numbers::pi);
  const std::vector<NearPoint> octagon = near(world_of({below, above}));
  ASSERT_EQ(octagon.size(), 8u);
  for (const NearPoint& corner : octagon) {
    EXPECT_NEAR(corner.gap, -0.002, rounding);
    EXPECT_LE(norm(corner.normal - Vec3{0, 0, 1}), rounding);
    const double large = std::max(std::fabs(corner.point.x), std::fabs(corner.point.y));
    const double small = std::min(std::fabs(corner.point.x), std::fabs(corner.point.y));
    EXPECT_NEAR(large, 0.5, rounding);
    EXPECT_NEAR(small, 0.5 * std::tan(std::numbers::pi / 8), rounding);
  }
  // Two edges that cross at a right angle, one above the other.
  const double height = std::sqrt(2.0);
  const RigidBody ridge =
      turned(box_body({0.5, 0.5, 0.5}, 1, {}), {1, 0, 0}, 0.25 * std::numbers::pi);
  const RigidBody keel = turned(box_body({0.5, 0.5, 0.5}, 1, {0.1, 0.2, height - 0.003}), {0, 1, 0},
                                0.25 * std::numbers::pi);
  const std::vector<NearPoint> edges = near(world_of({ridge, keel}));
  ASSERT_EQ(edges.size(), 1u);
  EXPECT_NEAR(edges[0].gap, -0.003, rounding);
  EXPECT_LE(norm(edges[0].point - Vec3{0.1, 0, 0.5 * height - 0.0015}), 1e-9);
}

TEST(RigidContacts, OfABoxAndABall) {
  const RigidBody box = box_body({1, 1, 1}, 1, {});
  const double d = 0.5 / std::sqrt(3.0);
  const std::vector<NearPoint> corner =
      near(world_of({box, sphere_body(0.501, 1, Vec3{1, 1, 1} + Vec3{d, d, d})}));
  ASSERT_EQ(corner.size(), 1u);
  EXPECT_NEAR(corner[0].gap, -0.001, rounding);
  EXPECT_LE(norm(corner[0].normal - (1 / std::sqrt(3.0)) * Vec3{1, 1, 1}), rounding);
}

/// A block on a plane: slides on at v - mu g h, does not turn over; and a brick falls freely.
TEST(RigidWorld, StepsAsMechanicsSays) {
  RigidWorld world = world_of({box_body({1, 1, 0.1}, 5, {0, 0, 0.1})});
  world.planes = {{{}, {0, 0, 1}}};
  world.friction = 0.25, world.bodies[0].velocity = {2, 0, 0};
  const double h = 0.01;
  for (int k = 0; k < 10; ++k) step(world, h);
  EXPECT_NEAR(world.bodies[0].velocity.x, 2 - 10 * 0.25 * 9.81 * h, 1e-9);
  EXPECT_LE(norm(world.bodies[0].spin), 1e-9);
  EXPECT_NEAR(world.bodies[0].pose.position.z, 0.1, 1e-9);
}

/// Joints are contacts of infinite mu to every solver: bodies that are tied to each other keep
/// together, and all solvers find the same velocities.
TEST(RigidWorld, HasJointsThatEverySolverKeeps) {
  const RigidWorld network = joint_network(8, 24, 3);
  ASSERT_EQ(network.joints.size(), 8u);
  const GlobalForm global = rigid_problem(network, {}, 0.01);
  const FrictionProblem problem = in_both_forms(global);
  std::vector<double> first;
  for (const CoulombMethod& method : coulomb_methods()) {
    if (is_of_another_law(method.name)) continue;
    std::vector<Vec3> r(problem.q.size());
    const CoulombReport report = coulomb_solver(std::string(method.name))(problem, {1e-9, 20}, r);
    EXPECT_TRUE(report.converged) << method.name << report.reason;
    const std::vector<double> v = body_velocities(global, r);
    if (first.empty()) first = v;
    for (std::size_t k = 0; k < v.size(); ++k) EXPECT_NEAR(v[k], first[k], 1e-6) << method.name;
    for (const Vec3 u : contact_velocities(global, v)) EXPECT_LE(norm(u), 1e-7) << method.name;
  }
  UnilateralSolution at;
  ASSERT_TRUE(
      solve_interior_point(unilateral_problem(rigid_problem(network, {}, 0.01)), {}, at).converged);
  for (std::size_t k = 0; k < first.size(); ++k) EXPECT_NEAR(at.x[k], first[k], 1e-5);
}

/// One normal row and its friction by hand: z_N = -b / a at once, friction at mu z_N.
TEST(ScalarSweeps, SolveARowAtATime) {
  FrictionProblem problem;
  problem.W = block_matrix(1, {{0, 0, diagonal(2, 4, 4)}});
  problem.q = {{-6, 100, 1}}, problem.mu = {0.5};
  const ScalarSweeps sweeps(problem);
  EXPECT_EQ(sweeps.count(std::vector<int>{0, 1, 2}, 1e-4, 1e-10, 9), (std::pair{1, 1}));
  EXPECT_EQ(sweeps.count(std::vector<int>{1, 2, 0}, 1e-4, 1e-10, 9), (std::pair{2, 2}));
  const std::vector<double> errors = sweeps.errors(std::vector<int>{1, 2, 0}, 2);
  EXPECT_NEAR(errors[0], 0.06, rounding);  // the normal row alone: 6 of 100
  EXPECT_NEAR(errors[2], 0, rounding);
}

}  // namespace eulersolid
