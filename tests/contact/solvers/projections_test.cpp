#include <gtest/gtest.h>

#include <cmath>

#include "contact/solvers/impulse_map.h"
#include "contact/solvers/projection_vectors.h"
#include "contact/solvers/staggered_projections.h"
#include "tests/contact/assemble/assembly.h"
#include "tests/contact/solvers/small_problems.h"

using namespace eulersolid;

namespace {

constexpr double dt = 0.04;

using States = std::vector<std::int8_t>;

/// The contact problem of two colliding balls and its solution.
struct Solved {
  double friction;
  TwoBalls balls;
  Assembly assembly{balls.grid, {balls.a.view(), balls.b.view()}, {}, friction};
  ProblemView problem = assembly.problem(dt);
  SolverReport report;

  /// @param again  solve once more, from the impulses of the first time
  explicit Solved(const SolverSettings& settings, bool again = false, double coefficient = 0.8)
      : friction(coefficient) {
    StaggeredProjections projections(QpMethod::automatic, settings);
    for (int round = 0; round < (again ? 2 : 1); ++round) {
      report = projections.solve(problem, assembly.data.impulses());
    }
  }
};

SolverSettings exact(FrictionCone cone = FrictionCone::disc) {
  return {.cone = cone, .tolerance = 1e-24, .max_iterations = 300};
}

}  // namespace

TEST(StaggeredProjections, ReportAddsUpWhatItsQpsTook) {
  QpReport one, two;
  one.iterations = 3, one.factorizations = 5, one.solves = 7, one.chosen = 11, one.resets = 13;
  one.fallbacks = 17, one.dim_free = 19, one.kkt = 0.25, one.bytes = 23, one.seconds_factor = 0.5;
  one.seconds_solve = 0.75, one.converged = true;
  two.iterations = 2, two.factorizations = 29, two.solves = 31, two.chosen = 37, two.resets = 41;
  two.fallbacks = 43, two.dim_free = 47, two.kkt = 0.125, two.bytes = 53;
  two.seconds_factor = 2.5, two.seconds_solve = 3.5, two.reason = "because";
  QpTotals totals;
  totals.add(one);
  EXPECT_TRUE(totals.converged);
  totals.add(two);
  EXPECT_EQ(totals.iterations, 3);
  EXPECT_EQ(totals.factorizations, 5 + 29);
  EXPECT_EQ(totals.solves, 7 + 31);
  EXPECT_EQ(totals.chosen, 11 + 37);
  EXPECT_EQ(totals.resets, 13 + 41);
  EXPECT_EQ(totals.fallbacks, 17 + 43);
  EXPECT_EQ(totals.dim_free, 47);
  EXPECT_EQ(totals.kkt, 0.25);
  EXPECT_EQ(totals.bytes, 53);
  EXPECT_EQ(totals.seconds_factor, 3);
  EXPECT_EQ(totals.seconds_solve, 4.25);
  EXPECT_FALSE(totals.converged);
  EXPECT_EQ(totals.reason, "because");
}

class StaggeredProjectionsIn : public testing::TestWithParam<FrictionCone> {};
INSTANTIATE_TEST_SUITE_P(, StaggeredProjectionsIn,
                         testing::Values(FrictionCone::disc, FrictionCone::pyramid),
                         [](const auto& cone) {
                           return cone.param == FrictionCone::disc ? "disc" : "pyramid";
                         });

/// What defines the answer, checked with velocities that are summed from the impulses anew: no
/// contact closes faster than its bound, impulses push and only where the bound is reached,
/// friction is in its disc or diamond, opposes sliding, and is on the edge where there is sliding.
/// 1e-9 N s and m/s: the problems in discs are solved to 1e-10 of velocities of order 1.
TEST_P(StaggeredProjectionsIn, SatisfyTheirConditions) {
  const bool disc = GetParam() == FrictionCone::disc;
  const double friction = disc ? 0.6 : 0.8;  // so that some contacts slide, and some stick
  Solved s(exact(GetParam()), false, friction);
  ASSERT_TRUE(s.report.converged) << s.report.error;
  const Index m = s.assembly.set.size();
  DeviceVector<Vec3> dv(s.assembly.rows.dofs()), total(m), du(m);
  const auto normal_impulse = s.assembly.data.normal_impulse.to_host();
  const auto friction_impulse = s.assembly.data.friction_impulse.to_host();
  const auto contacts = Assembly::host(s.assembly.set.contacts);
  std::vector<Vec3> sum;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    sum.push_back(normal_impulse[c] * contacts[c].normal + friction_impulse[c]);
  }
  total.assign(sum);
  velocity_change(s.assembly.rows, s.assembly.dofs.inverse_mass.span(), total.span(), dv.span());
  relative_velocity(s.assembly.rows, dv.span(), du.span());
  const auto before = s.assembly.data.velocity.to_host(), change = du.to_host();
  const auto bound = s.assembly.data.bound.to_host();
  const auto compliance = s.assembly.data.compliance.to_host();
  int pushing = 0, sliding = 0, sticking = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const double alpha = normal_impulse[c];
    const Vec3 given = compliance[c] * alpha * contacts[c].normal;
    const Vec3 u = before[c] + change[c] + given, f = friction_impulse[c];
    const double slack = dot(u, contacts[c].normal) - bound[c];
    EXPECT_GE(slack, -1e-10);
    EXPECT_GE(alpha, 0);
    EXPECT_NEAR(alpha > 0 ? slack : 0.0, 0, 1e-10);
    pushing += alpha > 0;

    const double b1 = dot(f, contacts[c].tangent1), b2 = dot(f, contacts[c].tangent2);
    const double edge = disc ? std::hypot(b1, b2) : std::fabs(b1) + std::fabs(b2);
    const double limit = friction * alpha;
    EXPECT_NEAR(dot(f, contacts[c].normal), 0, 1e-13);
    EXPECT_LE(edge, limit * (1 + 1e-12));
    const double u1 = dot(u, contacts[c].tangent1), u2 = dot(u, contacts[c].tangent2);
    const double fastest = disc ? std::hypot(u1, u2) : std::fmax(std::fabs(u1), std::fabs(u2));
    // Greatest dissipation: -f . u = mu alpha |u|, in the diamond mu alpha max(|u1|, |u2|).
    EXPECT_NEAR(-(b1 * u1 + b2 * u2), limit * fastest, 1e-9);
    sliding += alpha > 0 && fastest > 1e-6;
    sticking += alpha > 0 && fastest < 1e-9;
  }
  EXPECT_GT(pushing, 5);
  EXPECT_GT(sliding, 0);
  EXPECT_GT(sticking, 0);
  EXPECT_EQ(s.report.active, pushing);
  EXPECT_LE(s.report.residual, 1e-9);
}

/// The stopping rule is the printed one: with a looser tolerance fewer iterations, and the reported
/// error is below it.
TEST(StaggeredProjections, StopAtTheirTolerance) {
  int last = 1000;
  for (const double tolerance : {1e-10, 1e-6, 1e-3, 1e-1}) {
    const Solved s({.tolerance = tolerance});
    EXPECT_TRUE(s.report.converged);
    EXPECT_LE(s.report.error, tolerance);
    EXPECT_LE(s.report.residual, std::sqrt(tolerance));
    EXPECT_EQ(s.report.retries, 0);
    EXPECT_LE(s.report.iterations, last);
    last = s.report.iterations;
  }
  EXPECT_LE(last, 3);

  // Two iterations, then two attempts with shorter ways of three times as many.
  const Solved s({.tolerance = 0, .max_iterations = 2});
  EXPECT_EQ(s.report.iterations, 2 + 2 * 6);
  EXPECT_EQ(s.report.retries, 2);
  EXPECT_FALSE(s.report.converged);
  EXPECT_FALSE(s.report.failed);  // what is left is small
  EXPECT_NE(s.report.reason, "");
  EXPECT_GT(s.report.error, 0);
}

/// A problem between whose normal and friction impulses the iterations go back and forth for ever,
/// in discs and in diamonds: catches a retry that goes the whole way again, and one that starts
/// worse. Its answer is known to 1e-6: the residual is 1e-9, and friction of up to 9 amplifies it.
TEST_P(StaggeredProjectionsIn, AreTriedAgainWithShorterWays) {
  KnownProblem known(8, 30, 21);
  StaggeredProjections projections(QpMethod::automatic,
                                   {.cone = GetParam(), .tolerance = 1e-16, .max_iterations = 100});
  const SolverReport report = projections.solve(known.problem(), known.impulses());
  EXPECT_TRUE(report.converged) << report.reason;
  EXPECT_EQ(report.retries, 1);
  EXPECT_LE(report.iterations, 100 + 30);
  EXPECT_LE(report.residual, 1e-8);
  EXPECT_LE(known.error(), 1e-6);
}

namespace {

/// A contact that jams: friction presses it on, and the more so the harder it presses, until it
/// sticks at
///
///     alpha = (1 + c v) / (1 - c^2) = 20,    f = -v - c alpha = -20    (c = 0.95, v = 1 m/s).
///
/// Impulses grow by the factor 1/c^2 in each iteration at first, later their errors fall by c^2.
struct Jam {
  DeviceBlockMatrix blocks{blocks_of_dense({1, 0.95, 0, 0.95, 1, 0, 0, 0, 1}, 1)};
  DeviceVector<ContactFrame> frames{1, {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}};
  DeviceVector<double> friction{1, 3.0}, bound{1, 0.0}, normal{1, 0.0};
  DeviceVector<Vec3> velocity{1, {1, 0, -1}}, tangential{1, Vec3{}};

  SolverReport solve(int iterations) {
    StaggeredProjections projections(QpMethod::automatic,
                                     {.tolerance = 1e-16, .max_iterations = iterations});
    const ProblemView problem{frames.span(), friction.span(), velocity.span(), bound.span(), {}, {},
                              blocks.rows()};
    return projections.solve(problem, {normal.span(), tangential.span()});
  }
};

}  // namespace

/// What did not converge is said, and has failed just where it is far off: catches impulses that
/// are handed on though they are worth nothing, and runs that end though they are good enough.
TEST(StaggeredProjections, FailWhereTheirAnswerIsFarOff) {
  const SolverReport few = Jam().solve(1), more = Jam().solve(20), many = Jam().solve(400);
  EXPECT_FALSE(few.converged);
  EXPECT_TRUE(few.failed);
  EXPECT_GT(few.residual, 0.1);
  EXPECT_NE(few.reason.find("did not converge in 7 iterations"), std::string::npos) << few.reason;
  EXPECT_FALSE(more.converged);
  EXPECT_FALSE(more.failed);
  EXPECT_LT(more.residual, 0.1);
  EXPECT_NE(more.reason, "");
  EXPECT_TRUE(many.converged);
  EXPECT_EQ(many.reason, "");
  Jam jam;
  jam.solve(400);
  EXPECT_NEAR(jam.normal.to_host()[0], 20, 1e-6);
  EXPECT_LE(norm(jam.tangential.to_host()[0] - Vec3{-20, 0, 0}), 1e-6);
}

/// Catches impulses that come back in another order than they are taken: from the solution every
/// set is foreseen, and the first QP of each kind needs no second iteration.
TEST(StaggeredProjections, StartFromTheImpulsesTheyAreGiven) {
  const Solved cold(exact()), warm(exact(), true);
  EXPECT_EQ(warm.report.normal.iterations, 1);
  EXPECT_EQ(warm.report.friction.iterations, 1);
  EXPECT_EQ(warm.report.warm_normal, 1);
  EXPECT_EQ(warm.report.warm_friction, 1);
  EXPECT_LT(warm.report.iterations, cold.report.iterations);
  const auto first = cold.assembly.data.normal_impulse.to_host(),
             second = warm.assembly.data.normal_impulse.to_host();
  for (std::size_t c = 0; c < first.size(); ++c) EXPECT_NEAR(first[c], second[c], 1e-10);
}

TEST(StaggeredProjections, CountPredictionsOfWhatIsBoundAtTheEnd) {
  const auto ratio = [](const States& predicted, const States& final) {
    const DeviceVector<std::int8_t> a(predicted), b(final);
    return foreseen_set(a.span(), b.span()).ratio();
  };
  EXPECT_EQ(ratio({-1, -1}, {0, 0}), 1);  // nothing bound
  EXPECT_EQ(ratio({}, {}), 1);
  EXPECT_EQ(ratio({-1, 0, -1, 0}, {-1, -1, 0, 0}), 0.5);
  EXPECT_EQ(ratio({1, -1}, {1, 1}), 0.5);  // the wrong bound does not count
  EXPECT_EQ(ratio({1, 0}, {fixed_at_zero, fixed_at_zero}), 0.5);
}
