#include <gtest/gtest.h>

#include "tests/solvers/qp_problem.h"

namespace eulersolid {
namespace {

/// More contacts than degrees of freedom: the Gram matrix of `order` vectors in order / 2
/// dimensions, with eps on the diagonal and c in the range of the vectors. The active-set method
/// alone wanders.
QpProblem redundant(int order, double eps, unsigned seed) {
  QpProblem qp = random_qp(gram_band(order, order / 2, 24, eps, seed), seed);
  const std::size_t n = std::size_t(order);
  const std::vector<double> z = random_vector(n, seed + 50);
  for (std::size_t i = 0; i < n; ++i) {
    qp.c[i] = 0;
    for (std::size_t j = 0; j < n; ++j) qp.c[i] += qp.H.at(int(i), int(j)) * z[j];
  }
  qp.lower.assign(n, 0.0), qp.upper.assign(n, infinity);
  return qp;
}

std::vector<std::int8_t> where_c_is_negative(const QpProblem& qp) {
  std::vector<std::int8_t> state;
  for (const double c : qp.c) state.push_back(c < 0 ? -1 : 0);
  return state;
}

TEST(Fallback, SolvesRedundantContactsWhereTheActiveSetMethodCycles) {
  int fallbacks = 0;
  for (unsigned seed = 0; seed < 6; ++seed) {
    const QpProblem qp = redundant(200, 1e-4, seed);
    const QpResult result = solve_once(qp, where_c_is_negative(qp));
    EXPECT_TRUE(result.report.converged) << result.report.reason;
    EXPECT_EQ(result.report.regularization, 0);
    EXPECT_LE(result.report.kkt, 1e-9);
    EXPECT_LE(violation(qp, result), 1e-8);
    EXPECT_EQ(result.report.reason.empty(), result.report.fallbacks == 0);
    EXPECT_LE(result.report.interior_iterations, 60);
    fallbacks += result.report.fallbacks;
  }
  EXPECT_GT(fallbacks, 3);
}

TEST(Fallback, SolvesRedundantTwoSidedBoxes) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    QpProblem qp = redundant(160, 1e-4, seed);
    for (std::size_t i = 0; i < qp.c.size(); ++i) {
      qp.lower[i] = i % 9 == 0 ? 0 : -0.3, qp.upper[i] = i % 9 == 0   ? 0
                                                         : i % 5 == 0 ? infinity
                                                                      : 0.3;
    }
    const QpResult result = solve_once(qp, all_free(qp.c.size()));
    EXPECT_TRUE(result.report.converged) << result.report.reason;
    EXPECT_LE(violation(qp, result), 1e-8);
  }
}

TEST(Fallback, SaysWhenItHadToRegularise) {
  const QpProblem qp = redundant(100, 0, 3);  // exactly singular
  const QpResult result = solve_once(qp, all_free(100));
  EXPECT_TRUE(result.report.converged) << result.report.reason;
  EXPECT_GT(result.report.factorizations, 0);
  EXPECT_LE(violation(qp, result), 1e-4);
  EXPECT_FALSE(result.report.reason.empty());
}

TEST(Fallback, AdmitsWhenThereIsNoSolution) {
  QpProblem qp = random_qp(random_band(40, 5, 1.1, 1), 1);
  qp.H.set(20, 20, -1);  // not convex
  qp.lower.assign(40, -infinity), qp.upper.assign(40, infinity);
  const QpResult result = solve_once(qp, all_free(40));
  EXPECT_FALSE(result.report.converged);
  EXPECT_FALSE(result.report.reason.empty());
}

TEST(Fallback, AdmitsWhenTheProblemHoldsNoNumbers) {
  for (const double poison : {std::nan(""), infinity}) {
    QpProblem qp = random_qp(random_band(40, 5, 1.1, 1), 1);
    qp.lower.assign(40, 0.0), qp.upper.assign(40, infinity);
    qp.c[7] = poison;
    QpResult result = solve_once(qp, all_free(40));
    EXPECT_FALSE(result.report.converged);
    EXPECT_EQ(result.x, std::vector<double>(40, 0.0));
    qp.c[7] = 1, qp.H.set(7, 7, poison);
    result = solve_once(qp, all_free(40));
    EXPECT_FALSE(result.report.converged);
    EXPECT_FALSE(result.report.reason.empty());
  }
}

}  // namespace
}  // namespace eulersolid
