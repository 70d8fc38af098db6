#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/cones/cone_interior_point.h"
#include "contact/solvers/coulomb/cones/second_order_cone.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "contact/solvers/coulomb/methods/coulomb_registry.h"
#include "tests/contact/solvers/coulomb/local_problems.h"

namespace eulersolid {
namespace {

Vec3 drawn(std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  const double x = number(random), y = number(random);
  return {x, y, number(random)};
}

/// One inside Q.
Vec3 inside(std::mt19937& random) {
  const Vec3 v = drawn(random);
  return {std::hypot(v.y, v.z) + std::fabs(v.x) + 0.1, v.y, v.z};
}

TEST(SecondOrderCone, DividesWhatItMultiplies) {
  std::mt19937 random(1);
  for (int k = 0; k < 100; ++k) {
    const Vec3 a = inside(random), b = drawn(random);
    // Numbers of order one; the least determinant is 0.01.
    EXPECT_LE(norm(cone_product(a, cone_quotient(a, b)) - b), 1e-12);
    EXPECT_LE(norm(cone_product(a, b) - cone_product(b, a)), 1e-15);
  }
  EXPECT_NEAR(cone_determinant({5, 3, 4}), 0, 1e-15);
  EXPECT_LT(cone_determinant({5, 3, 4.1}), 0);
}

TEST(SecondOrderCone, StepsToItsBoundary) {
  std::mt19937 random(2);
  int ended = 0;
  for (int k = 0; k < 200; ++k) {
    const Vec3 x = inside(random), dx = drawn(random);
    const double step = cone_step(x, dx, 100);
    const Vec3 there = x + step * dx;
    EXPECT_GE(there.x, -1e-12);
    if (step == 100) {
      EXPECT_GT(cone_determinant(there), 0);
      continue;
    }
    ++ended;
    EXPECT_NEAR(cone_determinant(there), 0, 1e-12 * (1 + step * step));
    EXPECT_GT(cone_determinant(x + 0.99 * step * dx), 0);
  }
  EXPECT_GT(ended, 50);
  EXPECT_EQ(cone_step({1, 0, 0}, {-2, 0, 0}, 1), 0.5);
  EXPECT_EQ(cone_step({1, 0, 0}, {1, 0, 0}, 1), 1);
}

/// A stack of n points, each of ten times the mass of the one below; the lowest is on a plane.
GlobalForm stack(int n, double least_mass) {
  GlobalForm problem;
  std::vector<MatrixEntry> mass, H;
  double m = least_mass;
  for (int i = 0; i < n; ++i, m *= 10) {
    for (int k = 0; k < 3; ++k) {
      mass.push_back({3 * i + k, 3 * i + k, m});
      H.push_back({3 * i + k, 3 * i + k, 1});
      if (i > 0) H.push_back({3 * (i - 1) + k, 3 * i + k, -1});
    }
    const Vec3 v{-0.1, 0.02 * (i % 3), 0.01};
    problem.f.insert(problem.f.end(), {m * v.x, m * v.y, m * v.z});
    problem.w.push_back({});
    problem.mu.push_back(0.3);
  }
  problem.M = sparse_matrix(3 * n, 3 * n, mass);
  problem.H = sparse_matrix(3 * n, 3 * n, H);
  return problem;
}

int systems_for(const FrictionProblem& problem) {
  std::vector<Vec3> r(problem.q.size());
  const CoulombReport report = solve_by_interior_points(problem, {1e-8, 20}, r);
  EXPECT_TRUE(report.converged) << report.reason;
  EXPECT_LE(coulomb_errors(problem, r).coulomb, 1e-8);
  return report.iterations;
}

/// As interior points do: systems hardly grow with size and mass ratio, and not with the unit. Of
/// impulses 1e5 times those of the least mass velocities keep eleven digits.
TEST(ConeInteriorPoint, TakesAsManySystemsWhateverTheSizeAndTheUnit) {
  for (const int n : {2, 4, 6}) {
    const int systems = systems_for(in_both_forms(stack(n, 1)));
    EXPECT_LE(systems, 25) << n;
    EXPECT_EQ(systems_for(in_both_forms(stack(n, 1024))), systems);  // rounded likewise
  }
}

/// De Saxce's term is a part of the systems: where friction that slides presses, it is not found
/// by one look after the other.
TEST(ConeInteriorPoint, SlidesInAsManySystems) {
  const FrictionProblem problem = local_problem(
      {{0, 0, 1}, {0, 1, -0.7}, {1, 0, -0.7}, {1, 1, 1}, {2, 2, 1}}, {{-1, 3, 1}}, {0.9});
  EXPECT_LE(systems_for(problem), 15);
}

/// However flat the cone is, it begins where impulses can be.
TEST(ConeInteriorPoint, TakesNextToNoFriction) {
  for (const double mu : {1e-12, 1e-6, 1e-3}) {
    GlobalForm global = stack(3, 1);
    global.mu.assign(3, mu);
    EXPECT_LE(systems_for(in_both_forms(global)), 40) << mu;
  }
}

/// By bodies and by impulses it is the same iteration but for rounding.
TEST(ConeInteriorPoint, IsTheSameByBodiesAndByImpulses) {
  const GlobalForm global = stack(4, 1);
  EXPECT_NEAR(systems_for(in_both_forms(global)), systems_for(condensed(global)), 2);
}

/// Slides along a diagonal, and sticks, with contacts without friction between them.
TEST(ConeInteriorPoint, TakesContactsWithoutFrictionToo) {
  GlobalForm global = stack(5, 1);
  global.mu = {0.5, 0, 0.2, 0, 0.05};
  std::vector<Vec3> r(5), swept(5);
  const FrictionProblem problem = in_both_forms(global);
  ASSERT_TRUE(solve_by_interior_points(problem, {1e-9, 20}, r).converged);
  ASSERT_TRUE(coulomb_solver("proximal_newton")(problem, {1e-9, 20}, swept).converged);
  for (std::size_t c = 0; c < 5; ++c) {
    EXPECT_LE(norm(r[c] - swept[c]), 1e-6 * norm(swept[0]));  // of the least mass, at 1e-9 of q
    if (global.mu[c] == 0) {
      EXPECT_EQ(norm(r[c] - Vec3{r[c].x, 0, 0}), 0);
    }
  }
}

}  // namespace
}  // namespace eulersolid
