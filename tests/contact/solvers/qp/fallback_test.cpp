#include <gtest/gtest.h>

#include "tests/contact/solvers/qp/enumeration.h"

namespace eulersolid {
namespace {

/// More contacts than degrees of freedom: the Gram matrix of `order` vectors in order / 2
/// dimensions, with eps on the diagonal and c in the range of the vectors. The active-set method
/// alone wanders.
QpData redundant(int order, double eps, unsigned seed) {
  QpData qp = random_qp(low_rank_band(order, order / 2, 24, eps, seed), seed);
  const std::size_t n = std::size_t(order);
  qp.c = qp.H.times(random_vector(n, seed + 50));
  qp.lower.assign(n, 0.0), qp.upper.assign(n, infinity);
  return qp;
}

constexpr QpMethod all_methods[] = {QpMethod::automatic, QpMethod::schurpa, QpMethod::direct,
                                    QpMethod::interior_point};

/// Solve with every method; the error is relative to the largest |c|, or to the rounding of H x.
void expect_solved(const QpData& qp, int start) {
  for (const QpMethod method : all_methods) {
    const QpResult result = solve_once(qp, QpStates(qp.c.size(), std::int8_t(start)), method);
    EXPECT_TRUE(result.report.converged) << result.report.reason;
    EXPECT_EQ(result.report.regularization, 0);
    double largest_c = 0, size = 0;
    for (std::size_t i = 0; i < qp.c.size(); ++i) {
      largest_c = std::max(largest_c, std::abs(qp.c[i]));
      size = std::max(size, qp.H.diagonal(int(i)) * std::abs(result.x[i]));
    }
    EXPECT_LE(violation(qp, result), std::max(1e-9 * largest_c, 1e-12 * size));
    EXPECT_LE(result.report.factorizations, 50);
  }
}

TEST(Fallback, SolvesRedundantContactsWhereTheActiveSetMethodCycles) {
  int fallbacks = 0;
  for (unsigned seed = 0; seed < 6; ++seed) {
    const QpData qp = redundant(200, 1e-4, seed);
    const QpResult result = solve_once(qp, states_from_signs(qp));
    EXPECT_TRUE(result.report.converged) << result.report.reason;
    EXPECT_EQ(result.report.regularization, 0);
    EXPECT_LE(result.report.kkt, 1e-9);
    EXPECT_LE(violation(qp, result), 1e-8);
    EXPECT_EQ(result.report.reason.empty(), result.report.fallbacks == 0);
    EXPECT_LE(result.report.factorizations, 25);  // 11 where this was written
    EXPECT_GE(result.report.factorizations, result.report.interior_iterations);
    fallbacks += result.report.fallbacks;
  }
  EXPECT_GT(fallbacks, 3);
}

TEST(Fallback, GivesUpWhenItsTimeIsOver) {
  const QpData qp = redundant(200, 1e-4, 0);
  const BandedMatrix H = upload(qp.H);
  DeviceVector<double> c(qp.c), lower(qp.lower), upper(qp.upper), x, multiplier;
  x.resize(200), multiplier.resize(200);
  for (const QpMethod method : all_methods) {
    BoxQpSolver solver(method);
    solver.set_hessian(H);
    DeviceVector<std::int8_t> state(states_from_signs(qp));
    const QpReport report = solver.solve({c.span(), lower.span(), upper.span(), Deadline(0)},
                                         state.span(), x.span(), multiplier.span());
    EXPECT_FALSE(report.converged);
    EXPECT_EQ(report.reason, "out of time");
    EXPECT_EQ(report.factorizations, 0);
  }
}

TEST(Fallback, SolvesRedundantTwoSidedBoxes) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    QpData qp = redundant(160, 1e-4, seed);
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

/// All signs of c for matrices of up to seven variables of rank four: whichever set is the
/// solution's, every method finds the x of the enumeration.
TEST(Fallback, AgreesWithTheBestOfAllWorkingSetsForEverySign) {
  for (const int n : {1, 4, 7}) {
    QpData qp = random_qp(low_rank_band(n, std::min(n, 4), std::min(n, 4), 1e-3, unsigned(n)), 1);
    const std::vector<double> size = random_vector(std::size_t(n), 9);
    for (int signs = 0; signs < 1 << n; ++signs) {
      for (int i = 0; i < n; ++i) {
        const std::size_t k = std::size_t(i);
        qp.c[k] = (signs >> i & 1) != 0 ? std::abs(size[k]) : -std::abs(size[k]);
        qp.lower[k] = 0, qp.upper[k] = i % 3 == 2 ? 0.4 : infinity;
      }
      const std::vector<double> expected = by_enumeration(qp);
      double largest_x = 0;
      for (const double x : expected) largest_x = std::max(largest_x, std::abs(x));
      for (const QpMethod method : all_methods) {
        const QpResult result = solve_once(qp, all_free(std::size_t(n)), method);
        EXPECT_TRUE(result.report.converged) << result.report.reason;
        // Two factorisations of a matrix of condition 1e4, twice.
        EXPECT_LE(largest_difference(result.x, expected), 1e-9 * (1 + largest_x));
      }
    }
  }
}

/// H over twelve orders of magnitude, both as a change of units and with c as it was.
TEST(Fallback, SolvesBadlyScaledProblems) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const int n = 40 + 11 * int(seed);
    QpData qp = random_qp(low_rank_band(n, n / 2, 12, 1e-4, seed), seed);
    const std::vector<double> c = qp.c;
    RandomNumbers random(seed);
    std::vector<double> D;
    for (int i = 0; i < n; ++i) D.push_back(std::pow(10, random.uniform(-3, 3)));
    scale(qp.H, D);
    for (std::size_t i = 0; i < D.size(); ++i)
      qp.c[i] *= D[i], qp.lower[i] /= D[i], qp.upper[i] /= D[i];
    expect_solved(qp, int(seed % 3) - 1);
    qp.c = c;
    expect_solved(qp, int(seed % 3) - 1);
  }
}

TEST(Fallback, SolvesWhateverTheSizeOfC) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    QpData qp = redundant(80, 1e-4, seed);
    for (std::size_t i = 0; i < 80; i += 3) qp.lower[i] = -0.2, qp.upper[i] = 0.3;
    const std::vector<double> c = qp.c;
    for (const double factor : {0.0, 1e-12, 1e-3, 1e12}) {
      for (std::size_t i = 0; i < 80; ++i) qp.c[i] = factor * c[i];
      expect_solved(qp, int(seed % 3) - 1);
    }
    // c = 0 and a solution that is not: some bounds exclude the origin
    for (std::size_t i = 0; i < 80; ++i) qp.c[i] = 0, qp.lower[i] += i % 5 == 0 ? 0.25 : 0.0;
    expect_solved(qp, int(seed % 3) - 1);
  }
}

/// Bounds one unit in the last place apart, or nearly so: neither a division by their distance nor
/// a rounded sign may matter.
TEST(Fallback, SolvesBoxesNarrowerThanRounding) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    for (const unsigned every : {1u, 3u}) {
      QpData qp = redundant(80, 1e-4, seed);
      for (std::size_t i = 0; i < 80; i += every) {
        qp.lower[i] = 0.1 * double(i % 7);
        qp.upper[i] = i % 2 == 0 ? std::nextafter(qp.lower[i], infinity) : qp.lower[i] + 1e-13;
      }
      expect_solved(qp, int(seed % 3) - 1);
    }
  }
}

/// Boxes a billion times wider than the solution, begun at their ends, are as good as none.
TEST(Fallback, SolvesBoxesFarWiderThanTheSolution) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    QpData qp = redundant(80, 1e-4, seed);
    qp.lower.assign(80, -1e9), qp.upper.assign(80, 1e9);
    expect_solved(qp, int(seed % 3) - 1);
    const std::vector<double> boxed = solve_once(qp, QpStates(80, 1)).x;
    qp.lower.assign(80, -infinity), qp.upper.assign(80, infinity);
    const std::vector<double> free = solve_once(qp, all_free(80)).x;
    EXPECT_LE(largest_difference(boxed, free), 1e-8);  // rounding times a condition of 1e6
  }
}

/// x = 0 and lambda = 0 at once, with more contacts than degrees of freedom.
TEST(Fallback, SolvesDegenerateRedundantContacts) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    QpData qp = redundant(120, 1e-4, seed);
    for (int i = 0; i < 120; ++i) {
      qp.c[std::size_t(i)] = 0;
      for (int j = 0; j < 120; j += 3) qp.c[std::size_t(i)] += qp.H.symmetric(i, j);
    }
    expect_solved(qp, int(seed % 3) - 1);
    const QpResult result = solve_once(qp, all_free(120));
    // rounding times a condition of 1e6
    for (std::size_t i = 0; i < 120; ++i) EXPECT_NEAR(result.x[i], i % 3 == 0, 1e-8);
  }
}

/// The method by its own name: one trial of the given set, then no active-set method before the
/// interior point method, which is no fallback here.
TEST(Fallback, TheInteriorPointMethodIsAMethodOfItsOwn) {
  const QpData qp = redundant(200, 1e-4, 1);
  const QpResult inside = solve_once(qp, states_from_signs(qp), QpMethod::interior_point);
  EXPECT_TRUE(inside.report.converged);
  EXPECT_EQ(inside.report.fallbacks, 0);
  EXPECT_TRUE(inside.report.reason.empty()) << inside.report.reason;
  EXPECT_GT(inside.report.interior_iterations, 0);
  EXPECT_LE(inside.report.iterations, 10);

  const QpResult again = solve_once(qp, inside.state, QpMethod::interior_point);
  EXPECT_EQ(again.report.interior_iterations, 0);
  EXPECT_EQ(again.report.iterations, 1);
  EXPECT_EQ(again.state, inside.state);
}

TEST(Fallback, SaysWhenItHadToRegularise) {
  const QpData qp = redundant(100, 0, 3);  // exactly singular
  const QpResult result = solve_once(qp, all_free(100));
  EXPECT_TRUE(result.report.converged) << result.report.reason;
  EXPECT_GT(result.report.factorizations, 0);
  EXPECT_LE(violation(qp, result), 1e-4);
  EXPECT_FALSE(result.report.reason.empty());
}

TEST(Fallback, AdmitsWhenThereIsNoSolution) {
  QpData qp = random_qp(random_band(40, 5, 1.1, 1), 1);
  qp.H.at(20, 20) = -1;  // not convex
  qp.lower.assign(40, -infinity), qp.upper.assign(40, infinity);
  const QpResult result = solve_once(qp, all_free(40));
  EXPECT_FALSE(result.report.converged);
  EXPECT_FALSE(result.report.reason.empty());
}

TEST(Fallback, AdmitsWhenTheProblemHoldsNoNumbers) {
  for (const double poison : {std::nan(""), infinity}) {
    QpData qp = random_qp(random_band(40, 5, 1.1, 1), 1);
    qp.lower.assign(40, 0.0), qp.upper.assign(40, infinity);
    qp.c[7] = poison;
    QpResult result = solve_once(qp, all_free(40));
    EXPECT_FALSE(result.report.converged);
    EXPECT_EQ(result.x, std::vector<double>(40, 0.0));
    qp.c[7] = 1, qp.H.at(7, 7) = poison;
    result = solve_once(qp, all_free(40));
    EXPECT_FALSE(result.report.converged);
    EXPECT_FALSE(result.report.reason.empty());
  }
}

TEST(Fallback, AnswersDoNotDependOnWhatTheResultHeldBefore) {
  for (const QpMethod method : {QpMethod::automatic, QpMethod::direct, QpMethod::interior_point}) {
    const QpData qp = redundant(80, 0, 5);  // exactly singular: no set may ever be solved for
    const BandedMatrix H = upload(qp.H);
    std::vector<std::vector<double>> answers;
    for (const double before : {0.0, 1e90, -3.0}) {
      BoxQpSolver solver(method);
      solver.set_hessian(H);
      const DeviceVector<double> c(qp.c), lower(qp.lower), upper(qp.upper);
      DeviceVector<std::int8_t> state(all_free(80));
      DeviceVector<double> x(80, before), multiplier(80, before);
      solver.solve({c.span(), lower.span(), upper.span()}, state.span(), x.span(),
                   multiplier.span());
      answers.push_back(x.to_host());
    }
    EXPECT_EQ(answers[0], answers[1]);
    EXPECT_EQ(answers[0], answers[2]);
  }
}

}  // namespace
}  // namespace eulersolid
