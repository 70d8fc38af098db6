#include <gtest/gtest.h>

#include "kernels/core/threads.h"
#include "tests/contact/solvers/qp/enumeration.h"

namespace eulersolid {
namespace {

TEST(BoxQp, AgreesWithTheBestOfAllWorkingSets) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const int n = 1 + int(seed % 5);
    const QpData qp = random_qp(low_rank_band(n, n + 2, n, 1e-3, seed), seed);
    const std::vector<double> expected = by_enumeration(qp);
    for (const QpMethod method : {QpMethod::schurpa, QpMethod::direct}) {
      for (const int start : {-1, 0, 1}) {
        const QpResult result =
            solve_once(qp, QpStates(std::size_t(n), std::int8_t(start)), method);
        EXPECT_TRUE(result.report.converged) << result.report.reason;
        EXPECT_LE(largest_difference(result.x, expected), 1e-7) << "seed " << seed;
        EXPECT_LE(violation(qp, result), 1e-10);
      }
    }
  }
}

TEST(BoxQp, SatisfiesTheOptimalityConditionsWithinItsBounds) {
  for (const int n : {31, 64, 150, 400}) {
    for (unsigned seed = 0; seed < 4; ++seed) {
      const QpData qp = random_qp(random_band(n, n / 4, 1.02, seed), seed);
      const QpResult result = solve_once(qp, all_free(std::size_t(n)));
      EXPECT_TRUE(result.report.converged) << result.report.reason;
      EXPECT_EQ(result.report.fallbacks, 0);
      EXPECT_LE(result.report.kkt, 1e-9);
      EXPECT_LE(violation(qp, result), 1e-9);
      for (std::size_t i = 0; i < result.x.size(); ++i) {
        const double bound = result.state[i] < 0 ? qp.lower[i] : qp.upper[i];
        EXPECT_TRUE(result.state[i] == 0 || result.x[i] == bound);
      }
    }
  }
}

TEST(BoxQp, StatesAndFixedVariablesFollowTheBounds) {
  // H = 2 I: x = clip(c / 2). The last variable is fixed, with either sign of its multiplier.
  QpData qp{random_band(5, 0, 1, 1),
            {2, -2, 8, 1, -9},
            {0, 0, -1, -infinity, 3},
            {infinity, infinity, 1, infinity, 3}};
  for (int i = 0; i < 5; ++i) qp.H.at(i, i) = 2;
  const QpResult result = solve_once(qp, {-1, 1, 1, -1, 1});
  EXPECT_LE(largest_difference(result.x, {1, 0, 1, 0.5, 3}), 1e-15);
  EXPECT_LE(largest_difference(result.multiplier, {0, 2, -6, 0, 15}), 1e-15);
  EXPECT_EQ(result.state, (QpStates{0, -1, 1, 0, -1}));
  EXPECT_TRUE(result.report.converged);
}

TEST(BoxQp, EdgesOfTheProblemWork) {
  EXPECT_TRUE(solve_once(QpData{}, {}).report.converged);  // nothing

  QpData one{random_band(1, 0, 1, 1), {4}, {0}, {infinity}};
  one.H.at(0, 0) = 2;
  EXPECT_NEAR(solve_once(one, {-1}).x[0], 2, 1e-15);
  one.c = {-4};
  EXPECT_EQ(solve_once(one, {0}).x, std::vector<double>{0});
  one.c = {0};
  EXPECT_EQ(solve_once(one, {0}).x, std::vector<double>{0});

  const std::size_t n = 70;
  QpData qp = random_qp(random_band(70, 9, 1.1, 2), 3);
  qp.lower.assign(n, -infinity), qp.upper.assign(n, infinity);  // all free in the end
  QpResult result = solve_once(qp, QpStates(n, -1));
  EXPECT_TRUE(result.report.converged);
  EXPECT_EQ(result.report.iterations, 1);
  EXPECT_LE(violation(qp, result), 1e-12);

  qp.lower.assign(n, 0.25), qp.upper.assign(n, 0.25);  // all fixed
  result = solve_once(qp, all_free(n));
  EXPECT_TRUE(result.report.converged);
  EXPECT_EQ(result.x, qp.lower);
}

TEST(BoxQp, StartingFromTheSolutionTakesOneIteration) {
  const QpData qp = random_qp(random_band(300, 60, 1.05, 5), 6);
  const QpResult cold = solve_once(qp, all_free(300));
  const QpResult warm = solve_once(qp, cold.state);
  EXPECT_EQ(warm.report.iterations, 1);
  EXPECT_EQ(warm.report.factorizations, 1);
  EXPECT_EQ(warm.report.solves, 1);
  EXPECT_LE(largest_difference(warm.x, cold.x), 1e-12);
}

/// Degenerate: x = 0 and lambda = 0 at once, so that rounding alone decides the signs.
TEST(BoxQp, DegenerateVariablesDoNotCycle) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    QpData qp = random_qp(low_rank_band(60, 70, 30, 1e-2, seed), seed);
    qp.lower.assign(60, 0.0), qp.upper.assign(60, infinity), qp.c.assign(60, 0.0);
    for (int i = 0; i < 60; ++i) {  // c = H x with x = 1 on every third variable, 0 elsewhere
      for (int j = 0; j < 60; j += 3) qp.c[std::size_t(i)] += qp.H.symmetric(i, j);
    }
    const QpResult result = solve_once(qp, all_free(60));
    EXPECT_TRUE(result.report.converged);
    EXPECT_EQ(result.report.fallbacks, 0);
    for (std::size_t i = 0; i < 60; ++i) EXPECT_NEAR(result.x[i], i % 3 == 0, 1e-9);
  }
}

TEST(BoxQp, HasTheSameBitsForAnyTeamAndLoopOrder) {
  const QpData qp = random_qp(low_rank_band(900, 1000, 250, 1e-2, 8), 8);
  std::vector<QpResult> results;
  const int before = threads();
  for (const int team : {1, 2, 5}) {
    set_threads(team);
    results.push_back(solve_once(qp, all_free(900)));
  }
  set_loops_reversed(true);
  results.push_back(solve_once(qp, all_free(900)));
  set_loops_reversed(false);
  set_threads(before);
  for (const QpResult& other : results) {
    EXPECT_EQ(other.x, results[0].x);
    EXPECT_EQ(other.multiplier, results[0].multiplier);
    EXPECT_EQ(other.report.solves, results[0].report.solves);
  }
}

}  // namespace
}  // namespace eulersolid
