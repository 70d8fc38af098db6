#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "contact/solvers/coulomb/methods/coulomb_registry.h"
#include "kernels/sparse/block_matrix.h"
#include "tests/contact/solvers/coulomb/local_problems.h"

/// Solvers of other problems than Coulomb's, which users compare with: contact that gives way
/// (SAP), and the relaxed problem.

namespace eulersolid {
namespace {

/// |W_cc| as SAP's compliance has it, of W_cc = I.
const double unit = std::sqrt(3.0) / 3;
const double give_normal = unit / (4 * std::numbers::pi * std::numbers::pi),
             give_tangential = 1e-3 * unit;

CoulombReport solve(const std::string& solver, const FrictionProblem& problem, double tolerance,
                    std::vector<Vec3>& r) {
  return coulomb_solver(solver)(problem, {tolerance, 5}, r);
}

/// With W = I impulses are -q / (1 + R) where the contact sticks. Where it slides r = n (1, mu) at
/// the minimum of 1/2 r . (I + R) r + q . r over n: it parts by friction, as no term holds it down.
/// The momentum is balanced to 1e-11 of |q|, and R turns that into 1e-8.
TEST(Sap, GivesWayAsItsComplianceSays) {
  for (const FrictionProblem& problem :
       {point_on_plane(1, {-1, 0.1, 0}, 0.5), point_on_plane(1, {-1, 0, 2}, 0.5),
        point_on_plane(1, {0.1, 1, 0}, 0.5), point_on_plane(1, {2, 1, 0}, 0.5)}) {
    std::vector<Vec3> r(1);
    const CoulombReport report = solve("sap", problem, 1e-8, r);
    EXPECT_EQ(report.reason, "its convex problem is solved");
    const Vec3 q = problem.q[0];
    const double speed = std::hypot(q.y, q.z);
    Vec3 exact =
        -Vec3{q.x / (1 + give_normal), q.y / (1 + give_tangential), q.z / (1 + give_tangential)};
    if (std::hypot(exact.y, exact.z) > 0.5 * exact.x) {
      const double n =
          std::fmax(0.0, -(q.x - 0.5 * speed)) / (1 + give_normal + 0.25 * (1 + give_tangential));
      exact = n * Vec3{1, -0.5 * q.y / speed, -0.5 * q.z / speed};
    }
    EXPECT_LE(norm(r[0] - exact), 1e-8) << q.x;
    EXPECT_EQ(report.error, coulomb_errors(problem, r).coulomb);
  }
}

/// Bodies of three contacts each, of which a third are pressed: W lacks rank.
GlobalForm pile(int bodies, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  GlobalForm problem;
  std::vector<MatrixEntry> mass, H;
  for (int i = 0; i < 6 * bodies; ++i) mass.push_back({i, i, 1.5 + number(random)});
  for (int c = 0; c < 3 * bodies; ++c) {
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 12; ++i)
        H.push_back({(6 * (c / 3) + i) % (6 * bodies), 3 * c + k, number(random)});
    problem.w.push_back({});
    problem.mu.push_back(0.3);
  }
  problem.M = sparse_matrix(6 * bodies, 6 * bodies, mass);
  problem.H = sparse_matrix(6 * bodies, 9 * bodies, H);
  for (int i = 0; i < 6 * bodies; ++i) problem.f.push_back(number(random));
  return problem;
}

/// The convex problem is the relaxed one of W + R, in every form that a problem is solved in: by
/// bodies, by a factor of W, and from any start. That of W + R is judged by the one function.
TEST(Sap, SolvesTheRelaxedProblemOfContactThatGivesWay) {
  const GlobalForm global = pile(12, 4);
  const FrictionProblem local = condensed(global);
  FrictionProblem soft = local;
  std::vector<MatrixEntry> entries;
  const SparseMatrix W = sparse_matrix(local.W);
  for (int i = 0; i < W.rows; ++i)
    for (int e = W.row_start[std::size_t(i)]; e < W.row_start[std::size_t(i) + 1]; ++e)
      entries.push_back({i, W.column[std::size_t(e)], W.value[std::size_t(e)]});
  const std::vector<Mat3> blocks = diagonal_blocks(local.W);
  for (std::size_t c = 0; c < blocks.size(); ++c) {
    double squares = 0;
    for (int k = 0; k < 3; ++k) squares += dot(blocks[c][k], blocks[c][k]);
    const double size = std::sqrt(squares) / std::sqrt(3.0);
    for (int k = 0; k < 3; ++k)
      entries.push_back(
          {int(3 * c) + k, int(3 * c) + k, size * (k == 0 ? give_normal : give_tangential)});
  }
  soft.W = block_matrix(sparse_matrix(W.rows, W.columns, entries));
  for (const FrictionProblem& problem : {in_both_forms(global), local}) {
    for (const Vec3 start : {Vec3{}, Vec3{1, 0.2, -0.1}}) {
      std::vector<Vec3> r(local.q.size(), start);
      EXPECT_EQ(solve("sap", problem, 1e-8, r).reason, "its convex problem is solved");
      EXPECT_LE(coulomb_errors(soft, r).relaxed, 1e-8);
    }
  }
}

/// W of full rank, whose unknowns are impulses, and starts from far away. What such a start rounds
/// off is gone: its last steps are near the solution.
TEST(Sap, FindsTheSameFromAnywhere) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<MatrixEntry> entries;
    double B[6][8];
    for (auto& row : B)
      for (double& value : row) value = number(random);
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) {
        double sum = i == j ? 0.01 : 0;
        for (int k = 0; k < 8; ++k) sum += B[i][k] * B[j][k];
        entries.push_back({i, j, sum});
      }
    std::vector<Vec3> q(2);
    for (Vec3& each : q) each = {number(random) - 0.5, number(random), number(random)};
    const FrictionProblem local = local_problem(entries, q, {0.5, 0.8});
    std::vector<Vec3> r(2), far(2, Vec3{1e10, 1e9, -1e9});
    EXPECT_EQ(solve("sap", {local}, 1e-8, r).reason, "its convex problem is solved") << trial;
    EXPECT_EQ(solve("sap", {local}, 1e-8, far).reason, "its convex problem is solved") << trial;
    for (std::size_t c = 0; c < 2; ++c) EXPECT_LE(norm(far[c] - r[c]), 1e-6 * (norm(r[c]) + 1));
  }
}

/// What comes out solves the relaxed problem, though the start may be nearer to Coulomb's law.
TEST(ApgdRelaxed, SolvesTheRelaxedProblem) {
  const FrictionProblem local = condensed(pile(12, 5));
  std::vector<Vec3> r(local.q.size());
  ASSERT_TRUE(solve("automatic", {local}, 1e-9, r).converged);
  const CoulombReport report = solve("apgd_relaxed", {local}, 1e-6, r);
  EXPECT_EQ(report.reason, "the relaxed problem is solved");
  EXPECT_LE(coulomb_errors(local, r).relaxed, 1e-6);
  EXPECT_GT(report.error, 1e-3);  // sliding contacts part
  EXPECT_FALSE(report.converged);
}

}  // namespace
}  // namespace eulersolid
