#include "contact/solvers/coulomb/coulomb_errors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/contact_identity.h"
#include "tests/contact/solvers/coulomb/local_problems.h"

namespace eulersolid {
namespace {

constexpr double rounding = 1e-15;

TEST(CoulombErrors, AreZeroAtTheSolutionsOfOneContact) {
  const double m = 2, mu = 0.5;
  const auto error = [&](Vec3 q, Vec3 r) {
    return coulomb_errors(point_on_plane(m, q, mu), std::vector<Vec3>{r}).coulomb;
  };
  EXPECT_EQ(error({1, 3, -2}, {}), 0);                         // parts
  EXPECT_LE(error({-1, 0.3, 0}, {m, -0.3 * m, 0}), rounding);  // sticks
  EXPECT_LE(error({-1, 3, 0}, {m, -mu * m, 0}), rounding);     // slides
  EXPECT_LE(error({-1, 3, 4}, {m, -0.6 * mu * m, -0.8 * mu * m}), rounding);
}

/// By hand, for m = 1, mu = 1/2 and q = (-1, 3, 0): U = (1/2, 3, 0), P_K(-U) = 0.8 (1, -1/2, 0) and
/// P_K(-u) = 2 (1, -1/2, 0).
TEST(CoulombErrors, OfNoImpulseAreThoseOfTheProjections) {
  const CoulombErrors errors =
      coulomb_errors(point_on_plane(1, {-1, 3, 0}, 0.5), std::vector<Vec3>(1));
  EXPECT_NEAR(errors.coulomb, 0.8 * std::sqrt(1.25) / std::sqrt(10), rounding);
  EXPECT_NEAR(errors.relaxed, 2 * std::sqrt(1.25) / std::sqrt(10), rounding);
  EXPECT_NEAR(errors.penetration, 1 / std::sqrt(10), rounding);
  EXPECT_EQ(errors.cone_violation, 0);
  EXPECT_EQ(errors.dissipation, 0);
}

/// r = (1, -2, 0): u = (0, 1, 0), U = (1/2, 1, 0).
TEST(CoulombErrors, OfTooMuchFrictionTellWhatItTakes) {
  const CoulombErrors errors =
      coulomb_errors(point_on_plane(1, {-1, 3, 0}, 0.5), std::vector<Vec3>{{1, -2, 0}});
  EXPECT_NEAR(errors.cone_violation, 1.5 / std::sqrt(5), rounding);
  EXPECT_NEAR(errors.complementarity, 1.5 / 7, rounding);  // r . U = -3/2, r . q = -7
  EXPECT_NEAR(errors.dissipation, 2, rounding);
  EXPECT_NEAR(errors.dissipation_gap, (0.5 - 2) / 0.5, 4 * rounding);
  EXPECT_EQ(errors.penetration, 0);
}

/// Bodies that are as light or as heavy as numbers go still go through each other without impulses.
TEST(CoulombErrors, DoNotVanishWhereSquaresOverflow) {
  for (const double mass : {1e-200, 1e200})
    EXPECT_NEAR(coulomb_errors(point_on_plane(mass, {-1, 0, 0}, 0.5), std::vector<Vec3>(1)).coulomb,
                1, rounding);
  const FrictionProblem fast = point_on_plane(1, {-1e200, 0, 0}, 0.5);
  EXPECT_EQ(coulomb_errors(fast, std::vector<Vec3>(1)).coulomb, INFINITY);
}

/// The lower point carries both: r1 = (1 + M) g and r2 = M g; all stick.
TEST(CoulombErrors, AreZeroAtTheSolutionOfTwoContacts) {
  const double M = 1000, g = 0.1, t = 0.01;
  const FrictionProblem problem = condensed(two_points(M, {-g, t, 0}, {-g, 0, t}, 0.3));
  const std::vector<Vec3> r{{(1 + M) * g, -t, -M * t}, {M * g, 0, -M * t}};
  EXPECT_LE(coulomb_errors(problem, r).coulomb, M * rounding);  // r1 - r2 = r1 / M
  EXPECT_GT(coulomb_errors(problem, {{r[0], {0.999 * M * g, 0, -M * t}}}).coulomb, 1e-3);
}

/// A contact that opens fast, as one across an open gap over a short step, needs no impulse, and
/// hides no error of another one.
TEST(CoulombErrors, AreNotHiddenByWhatOpens) {
  FrictionProblem problem = condensed(two_points(1, {-1, 0, 0}, {0, 0, 0}, 0.5));
  problem.q[1] = {1e6, 0, 0};  // the upper point flies up
  const double no_impulse = coulomb_errors(problem, std::vector<Vec3>(2)).coulomb;
  EXPECT_GT(no_impulse, 0.5);
  EXPECT_EQ(coulomb_errors(problem, std::vector<Vec3>(2)).scale, 1);
}

/// Units of mass, length and time: W grows by a, q by b, r by b / a.
TEST(CoulombErrors, DoNotDependOnUnits) {
  const GlobalForm global = two_points(3, {-1, 2, 0.5}, {-2, 0, 1}, 0.4);
  const std::vector<Vec3> r{{1.5, -0.3, 0.2}, {0.7, 0.6, -0.1}};
  const FrictionProblem problem = condensed(global);
  const CoulombErrors errors = coulomb_errors(problem, r);
  ASSERT_GT(errors.coulomb, 0.01);
  const double a = 1e-7, b = 3e4;
  FrictionProblem other = problem;
  for (Mat3& block : other.W.value) block = a * block;
  std::vector<Vec3> impulses = r;
  for (Vec3& q : other.q) q = b * q;
  for (Vec3& impulse : impulses) impulse = (b / a) * impulse;
  const CoulombErrors same = coulomb_errors(other, impulses);
  EXPECT_NEAR(same.coulomb, errors.coulomb, 10 * rounding);
  EXPECT_NEAR(same.relaxed, errors.relaxed, 10 * rounding);
  EXPECT_NEAR(same.complementarity, errors.complementarity, 10 * rounding);
  EXPECT_NEAR(same.penetration, errors.penetration, 10 * rounding);
  EXPECT_NEAR(same.cone_violation, errors.cone_violation, 10 * rounding);
}

TEST(CoulombErrors, OfWhatIsNotFiniteAreInfinite) {
  const FrictionProblem problem = point_on_plane(1, {-1, 0, 0}, 0.5);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(coulomb_errors(problem, std::vector<Vec3>{{1, nan, 0}}).coulomb, INFINITY);
}

TEST(Condensation, GivesTheMatrixOfTwoPoints) {
  const FrictionProblem problem = condensed(two_points(4, {-1, 2, 0}, {-3, 0, 1}, 0.3));
  const std::vector<Vec3> x{{1, 10, 100}, {2, 20, 200}};
  std::vector<Vec3> y(2);
  multiply(problem.W, x, y);  // W = [1, -1; -1, 1 + 1/4] (x) I
  EXPECT_DOUBLE_EQ(y[0].y, -10);
  EXPECT_DOUBLE_EQ(y[1].z, -100 + 1.25 * 200);
  EXPECT_DOUBLE_EQ(problem.q[0].x, -1);
  EXPECT_DOUBLE_EQ(problem.q[1].x, -2);
  EXPECT_DOUBLE_EQ(problem.q[1].z, 1);
}

/// There and back: the same velocities for any impulses, also where W has no full rank.
TEST(Condensation, OfAnExpandedProblemIsTheProblem) {
  std::vector<MatrixEntry> W;
  const double rows[2][6] = {{1, 2, 0, -1, 3, 1}, {0, 1, 1, 2, -1, 4}};  // rank 2 of 6
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      W.push_back({i, j, rows[0][i] * rows[0][j] + 2 * rows[1][i] * rows[1][j]});
  const FrictionProblem problem = local_problem(W, {{-1, 0, 2}, {3, 1, 0}}, {0.3, 0.5});
  const GlobalForm global = expanded(problem);
  EXPECT_EQ(global.M.rows, 2);
  const FrictionProblem back = condensed(global);
  const std::vector<Vec3> x{{1, -2, 3}, {0.5, 4, -1}};
  std::vector<Vec3> a(2), b(2);
  multiply(problem.W, x, a), multiply(back.W, x, b);
  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_LE(norm(a[c] - b[c]), 100 * rounding * norm(a[c]));
    EXPECT_EQ(norm(back.q[c] - problem.q[c]), 0);
  }
  EXPECT_EQ(back.mu, problem.mu);
}

/// The second point slid on, its contact is listed first and has other tangents; a third one is
/// new.
TEST(ContactIdentity, TurnsImpulsesToTheNewAxes) {
  const GlobalForm before = two_points(4, {}, {}, 0.3);
  GlobalForm now = before;
  const double c = std::cos(0.5), s = std::sin(0.5);
  const Vec3 axes[3] = {{1, 0, 0}, {0, c, s}, {0, -s, c}};
  std::vector<MatrixEntry> H;
  for (int a = 0; a < 3; ++a) {
    for (int k = 0; k < 3; ++k) {
      H.push_back({k, a, -axes[a][k]});  // contact 0: between the points
      H.push_back({3 + k, a, axes[a][k]});
      H.push_back({k, 3 + a, axes[a][k]});  // contact 1: the lower point on the plane
    }
    H.push_back({3 + a, 6 + a, 2});  // contact 2: new, of the upper point
  }
  now.H = sparse_matrix(6, 9, H), now.w.resize(3), now.mu.resize(3);
  const std::vector<Vec3> r = carried_impulses(before, {{5, 1, 2}, {3, -1, 1}}, now);
  EXPECT_LE(norm(r[0] - Vec3{3, -c + s, s + c}), 10 * rounding);
  EXPECT_LE(norm(r[1] - Vec3{5, c + 2 * s, -s + 2 * c}), 10 * rounding);
  EXPECT_EQ(norm(r[2]), 0);
}

}  // namespace
}  // namespace eulersolid
