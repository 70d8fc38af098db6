#include "contact/solvers/host/problem_solvers.h"

#include <gtest/gtest.h>

#include <cmath>

#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "kernels/core/error.h"
#include "tests/contact/solvers/coulomb/local_problems.h"

namespace eulersolid {
namespace {

CoulombReport solve(const std::string& name, const FrictionProblem& problem, std::vector<Vec3>& r) {
  r.assign(problem.q.size(), {});
  return cpu::problem_solver(name)(problem, {1e-8, 5}, r);
}

}  // namespace

/// W = I / m: it slides along the diagonal of the tangents, where disc and diamond differ most, or
/// along a tangent, where they agree.
TEST(StaggeredProjections, SolveProblemsFromFilesInBothCones) {
  const double m = 2, mu = 0.5, slip = 3 / std::sqrt(2.0);
  const FrictionProblem diagonal = point_on_plane(m, {-1, slip, slip}, mu);
  const FrictionProblem along = point_on_plane(m, {-1, 0, -3}, mu);
  std::vector<Vec3> r;
  for (const std::string name : {"schurpa_sp", "direct_sp"}) {
    EXPECT_TRUE(solve(name, diagonal, r).converged) << name;
    EXPECT_LE(norm(r[0] - m * Vec3{1, -mu / std::sqrt(2), -mu / std::sqrt(2)}), 1e-7);
    EXPECT_TRUE(solve(name, along, r).converged) << name;
    EXPECT_TRUE(solve(name + "_pyramid", along, r).converged) << name;
    EXPECT_LE(norm(r[0] - m * Vec3{1, 0, mu}), 1e-7);
    // The diamond has less friction along its diagonals, mu / sqrt(2) for mu: its own problem is
    // solved, Coulomb's is not, and the report tells the two apart.
    const CoulombReport report = solve(name + "_pyramid", diagonal, r);
    EXPECT_FALSE(report.converged);
    EXPECT_NE(report.reason.find("the pyramid is solved to"), std::string::npos) << report.reason;
    EXPECT_NEAR(r[0].x, m, 1e-7);
    EXPECT_NEAR(std::fabs(r[0].y) + std::fabs(r[0].z), m * mu, 1e-7);
    EXPECT_GT(report.error, 0.01);  // far from the 1e-8 that was asked for
    EXPECT_EQ(report.error, coulomb_errors(diagonal, r).coulomb);
  }
}

/// Their QPs are given up, too: one of a large W that lacks rank may take seconds.
TEST(StaggeredProjections, AreGivenUpWhenTheirTimeIsOver) {
  const FrictionProblem problem = point_on_plane(1, {-1, 3, 0}, 0.5);
  for (const char* name : {"schurpa_sp", "direct_sp", "schurpa_sp_pyramid", "direct_sp_pyramid"}) {
    std::vector<Vec3> r(1);
    const CoulombReport report = cpu::problem_solver(name)(problem, {1e-8, 0}, r);
    EXPECT_FALSE(report.converged) << name;
    EXPECT_EQ(report.reason, "out of time") << name;
    EXPECT_EQ(report.error, coulomb_errors(problem, r).coulomb) << name;
  }
}

/// Two points one on the other, coupled; and the others are there too.
TEST(StaggeredProjections, AgreeWithTheSolversOnTheHost) {
  const FrictionProblem problem = condensed(two_points(10, {-0.1, 0.4, 0.01}, {-0.1, 0, 0.3}, 0.3));
  std::vector<Vec3> exact, r;
  ASSERT_TRUE(solve("proximal_newton", problem, exact).converged);
  for (const char* name : {"schurpa_sp", "direct_sp"}) {
    const CoulombReport report = solve(name, problem, r);
    EXPECT_TRUE(report.converged) << name << report.reason;
    for (std::size_t c = 0; c < 2; ++c) EXPECT_LE(norm(r[c] - exact[c]), 1e-6) << name;
    EXPECT_GT(report.iterations, 0);
  }
  EXPECT_THROW(solve("direct_sq", problem, r), InputError);
}

TEST(StaggeredProjections, RefuseJoints) {
  std::vector<Vec3> r;
  const CoulombReport report = solve("direct_sp", point_on_plane(1, {-1, 0, 0}, INFINITY), r);
  EXPECT_FALSE(report.converged);
  EXPECT_NE(report.reason.find("no joints"), std::string::npos);
}

}  // namespace eulersolid
