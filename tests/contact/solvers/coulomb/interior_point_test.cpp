#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "contact/solvers/coulomb/methods/coulomb_registry.h"
#include "contact/solvers/coulomb/unilateral/frictionless_solver.h"
#include "contact/solvers/coulomb/unilateral/interior_point.h"
#include "kernels/dense/host_dense.h"
#include "kernels/sparse/sparse_factor.h"
#include "tests/contact/solvers/coulomb/local_problems.h"

namespace eulersolid {
namespace {

constexpr double tight = 1e-12;

InteriorOptions exact(InteriorStart start) {
  return {.start = start,
          .primal_tolerance = tight,
          .dual_tolerance = tight,
          .product_tolerance = tight * tight};
}

/// G = B B^T + I, rows of A at random, the last `joints` of them joints; with compliance, or not.
UnilateralProblem random_problem(int n, int m, int joints, bool soft, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  UnilateralProblem problem;
  std::vector<double> B;
  for (int k = 0; k < n * n; ++k) B.push_back(number(random));
  std::vector<MatrixEntry> G, A;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = i == j ? 1 : 0;
      for (int k = 0; k < n; ++k) sum += B[std::size_t(i * n + k)] * B[std::size_t(j * n + k)];
      G.push_back({i, j, sum});
    }
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) A.push_back({i, j, number(random)});
  problem.G = sparse_matrix(n, n, G), problem.A = sparse_matrix(m, n, A);
  for (int i = 0; i < n; ++i) problem.c.push_back(3 * number(random));
  for (int i = 0; i < m; ++i) problem.b.push_back(number(random));
  for (int i = 0; i < m; ++i) problem.joint.push_back(i >= m - joints);
  if (soft)
    for (int i = 0; i < m; ++i) problem.compliance.push_back(0.5 + 0.4 * number(random));
  return problem;
}

/// The solution by trying every set of active rows: the one whose distances and impulses are >= 0.
std::vector<double> brute_force(const UnilateralProblem& problem) {
  const int n = problem.unknowns(), m = problem.rows();
  for (unsigned set = 0; set < 1u << m; ++set) {
    std::vector<MatrixEntry> K;
    std::vector<double> right;
    for (int i = 0; i < n; ++i) {
      for (int e = problem.G.row_start[std::size_t(i)]; e < problem.G.row_start[std::size_t(i) + 1];
           ++e)
        K.push_back({i, problem.G.column[std::size_t(e)], problem.G.value[std::size_t(e)]});
      right.push_back(-problem.c[std::size_t(i)]);
    }
    bool has_joints = true;
    for (int i = 0; i < m; ++i) {
      const auto row = std::size_t(i);
      const bool active = (set >> i & 1u) != 0;
      has_joints = has_joints && (active || !problem.is_joint(row));
      for (int e = problem.A.row_start[row]; active && e < problem.A.row_start[row + 1]; ++e) {
        K.push_back({n + i, problem.A.column[std::size_t(e)], problem.A.value[std::size_t(e)]});
        K.push_back({problem.A.column[std::size_t(e)], n + i, -problem.A.value[std::size_t(e)]});
      }
      const double E = problem.compliance.empty() ? 0 : problem.compliance[row];
      K.push_back({n + i, n + i, active ? E : 1});
      right.push_back(active ? problem.b[row] : 0);
    }
    const SparseFactor factor(sparse_matrix(n + m, n + m, K));
    if (!has_joints || factor.singular()) continue;
    factor.solve(right);
    std::vector<double> x(right.begin(), right.begin() + n), y(problem.b.size(), 0);
    add_product(1, problem.A, x, y);
    bool good = true;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double l = right[std::size_t(n) + i];
      const double E = problem.compliance.empty() ? 0 : problem.compliance[i];
      good =
          good && (problem.is_joint(i) || (l >= -1e-12 && y[i] + E * l - problem.b[i] >= -1e-12));
    }
    if (good) return x;
  }
  return {};
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double most = a.size() == b.size() && !a.empty() ? 0 : INFINITY;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    most = std::max(most, std::fabs(a[k] - b[k]));
  return most;
}

}  // namespace

/// Conditions of these G and A are below 1e3, and residuals 1e-12.
TEST(InteriorPoint, AgreesWithBruteForce) {
  int compared = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const int n = 4 + int(seed % 3), m = 1 + int(seed % 6);
    const UnilateralProblem problem = random_problem(n, m, int(seed % 2), seed % 5 == 0, seed);
    const std::vector<double> exact_x = brute_force(problem);
    if (exact_x.empty()) continue;  // rows that contradict each other
    ++compared;
    for (const InteriorStart start : {InteriorStart::nocedal, InteriorStart::d_apuzzo}) {
      UnilateralSolution at;
      const InteriorReport report = solve_interior_point(problem, exact(start), at);
      EXPECT_TRUE(report.converged) << seed << ": " << report.reason;
      EXPECT_LE(report.iterations, 25) << seed;
      EXPECT_LE(distance(at.x, exact_x), 1e-8) << seed;
    }
  }
  EXPECT_GE(compared, 50);
}

/// Two masses between walls with a joint between them: v1 = 1 is asked for, the wall stops both.
TEST(InteriorPoint, CarriesALoadThroughAJoint) {
  UnilateralProblem problem{sparse_matrix(2, 2, {{0, 0, 2}, {1, 1, 3}}),
                            {-2, -3},  // both fly at 1
                            sparse_matrix(2, 2, {{0, 0, -1}, {1, 0, 1}, {1, 1, -1}}),
                            {0, 0},
                            {0, 1}};
  UnilateralSolution at;
  ASSERT_TRUE(solve_interior_point(problem, exact(InteriorStart::d_apuzzo), at).converged);
  EXPECT_LE(distance(at.x, {0, 0}), 1e-10);
  EXPECT_LE(distance(at.l, {5, 3}), 1e-9);  // the wall takes 5 N s, the joint 3
  problem.compliance = {0.5, 0};
  ASSERT_TRUE(solve_interior_point(problem, exact(InteriorStart::d_apuzzo), at).converged);
  // A spring of 2 kg between wall and masses of 5 kg at 1 m/s: 5 (1 - v) = l, v = l / 2.
  EXPECT_LE(distance(at.x, {5.0 / 7, 5.0 / 7}), 1e-10);
  EXPECT_LE(distance(at.l, {10.0 / 7, 3 * 2.0 / 7}), 1e-9);
}

/// The same row ten times: impulses are not unique, their sum is.
TEST(InteriorPoint, TakesRowsThatDependOnEachOther) {
  UnilateralProblem problem{sparse_matrix(1, 1, {{0, 0, 2}}), {6}, {}, std::vector<double>(10, 0)};
  std::vector<MatrixEntry> A;
  for (int i = 0; i < 10; ++i) A.push_back({i, 0, 1});
  problem.A = sparse_matrix(10, 1, A);
  for (const bool joints : {false, true}) {
    problem.joint.assign(10, joints);
    UnilateralSolution at;
    ASSERT_TRUE(solve_interior_point(problem, exact(InteriorStart::nocedal), at).converged);
    double sum = 0;
    for (const double l : at.l) sum += l;
    EXPECT_NEAR(sum, 6, 1e-9);
    EXPECT_NEAR(at.x[0], 0, 1e-9);
  }
}

/// From the solution nothing is left to do; from one of a problem with a slightly other load, less
/// than from nothing. x alone helps where it is what takes time to find.
TEST(InteriorPoint, StartsWarm) {
  UnilateralProblem problem = random_problem(6, 5, 1, false, 3);
  InteriorOptions options;
  UnilateralSolution at;
  const int cold = solve_interior_point(problem, options, at).iterations;
  options.warmth = InteriorWarmth::full;
  EXPECT_EQ(solve_interior_point(problem, options, at).iterations, 0);
  for (double& c : problem.c) c *= 1 + 1e-6;
  UnilateralSolution full = at, partial = at;
  const InteriorReport warm = solve_interior_point(problem, options, full);
  EXPECT_TRUE(warm.converged);
  EXPECT_LT(warm.iterations, cold);
  options.warmth = InteriorWarmth::partial;
  EXPECT_TRUE(solve_interior_point(problem, options, partial).converged);
  EXPECT_LE(distance(partial.x, full.x), 1e-6);
}

/// A start at which nothing can move is given up.
TEST(InteriorPoint, LeavesAWarmStartThatLeadsNowhere) {
  const UnilateralProblem problem = random_problem(6, 5, 0, false, 3);
  UnilateralSolution bad{std::vector<double>(6, NAN), std::vector<double>(5, 0),
                         std::vector<double>(5, 0)};
  InteriorOptions options;
  options.warmth = InteriorWarmth::full;
  EXPECT_TRUE(solve_interior_point(problem, options, bad).converged);
}

TEST(InteriorPoint, SaysWhyItFails) {
  UnilateralProblem problem{sparse_matrix(1, 1, {{0, 0, 1}}),
                            {0},
                            sparse_matrix(2, 1, {{0, 0, 1}, {1, 0, -1}}),
                            {1, 1}};  // x >= 1 <= -1
  UnilateralSolution at;
  const InteriorReport report = solve_interior_point(problem, {}, at);
  EXPECT_FALSE(report.converged);
  EXPECT_NE(report.reason, "");
  problem.G.value[0] = -1000;
  problem.b = {-1, -1};
  EXPECT_NE(solve_interior_point(problem, {}, at).reason.find("not positive definite"),
            std::string::npos);
}

/// Of order one in SI or not: the answer is the same, in global form and in local form.
TEST(FrictionlessSolver, SolvesBothFormsInAnyUnits) {
  for (const double unit : {1e-6, 1.0, 1e6}) {
    GlobalForm global = two_points(10, {-2 * unit, 1, 0}, {-3 * unit, 0, 0}, 0);
    for (FrictionProblem problem : {in_both_forms(global), condensed(global)}) {
      std::vector<Vec3> r(2);
      const CoulombReport report = coulomb_solver("interior_point")(problem, {1e-10, 5}, r);
      EXPECT_TRUE(report.converged) << report.reason << report.error;
      EXPECT_NEAR(r[0].x, 32 * unit, 1e-7 * unit);
      EXPECT_NEAR(r[1].x, 30 * unit, 1e-7 * unit);
    }
  }
}

/// The lower point is held by a joint; the upper one falls on it, and slides.
TEST(FrictionlessSolver, TakesJointsAndStartsWarm) {
  GlobalForm global = two_points(10, {-2, 1, 0}, {-3, 0, 0}, 0);
  global.mu[0] = INFINITY;
  for (FrictionProblem problem : {in_both_forms(global), condensed(global)}) {
    std::vector<Vec3> r(2);
    const CoulombSolver solve = coulomb_solver("interior_point");
    const CoulombReport cold = solve(problem, {1e-10, 5}, r);
    EXPECT_TRUE(cold.converged) << cold.reason << cold.error;
    EXPECT_LE(norm(r[0] - Vec3{32, -1, 0}), 1e-7);
    EXPECT_LE(norm(r[1] - Vec3{30, 0, 0}), 1e-7);
    for (Vec3& each : r) each = (1 + 1e-7) * each;
    const CoulombReport warm = solve(problem, {1e-10, 5}, r);
    EXPECT_TRUE(warm.converged) << warm.reason;
    EXPECT_LT(warm.iterations, cold.iterations);
  }
}

/// Of impulses that are nearly zero all products are, too, however fast the contact closes.
TEST(FrictionlessSolver, LeavesAStartThatIsNoSolution) {
  const FrictionProblem problem = point_on_plane(1, {-1, 0, 0}, 0);
  std::vector<Vec3> r(1, {1e-12, 0, 0});
  const CoulombReport report = solve_without_friction(problem, {1e-8, 5}, r);
  EXPECT_TRUE(report.converged) << report.reason;
  EXPECT_NEAR(r[0].x, 1, 1e-8);
}

TEST(FrictionlessSolver, RefusesFriction) {
  const FrictionProblem problem = point_on_plane(1, {-1, 1, 0}, 0.3);
  std::vector<Vec3> r(1);
  const CoulombReport report = solve_without_friction(problem, {}, r);
  EXPECT_FALSE(report.converged);
  EXPECT_NE(report.reason.find("without friction"), std::string::npos);
  EXPECT_EQ(r[0].x, 0);
}

}  // namespace eulersolid
