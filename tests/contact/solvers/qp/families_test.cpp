#include "tests/contact/solvers/qp/families.h"

#include <gtest/gtest.h>

namespace eulersolid {
namespace {

/// What is promised of every feasible strictly convex QP: solved to 1e-9 of the largest |c|, or to
/// what rounding allows where x is large; without changing H; in at most 50 factorisations of any
/// kind where c is in range(J) and eps >= 1e-6, in 120 elsewhere. On the machine where this was
/// written none of 1900 such problems takes more than 33, so that other orders of summation have
/// room.
void expect_promise(const NamedProblem& problem, QpMethod method) {
  SCOPED_TRACE(problem.family + ", method " + std::to_string(int(method)));
  const QpResult result = solve_once(problem.qp, bound_where_pulled(problem.qp), method);
  const QpReport& report = result.report;
  EXPECT_TRUE(report.converged) << report.reason;
  EXPECT_EQ(report.regularization, 0);
  EXPECT_LE(report.factorizations, problem.hard ? 120 : 50);
  double largest_c = 0, size = 0;
  for (std::size_t i = 0; i < problem.qp.c.size(); ++i) {
    largest_c = std::max(largest_c, std::abs(problem.qp.c[i]));
    size = std::max(size, problem.qp.H.at(int(i), int(i)) * std::abs(result.x[i]));
  }
  // Rounding of H x: an element is a sum over a band of terms as large as `size`.
  EXPECT_LE(violation(problem.qp, result), std::max(1e-9 * largest_c, 1e-12 * size));
  EXPECT_LE(report.kkt, std::max(1e-9, 1e-13 * size / largest_c));
}

TEST(Families, EveryMethodKeepsThePromise) {
  int problems = 0, hard = 0;
  for_each_problem({2, 25}, [&](const NamedProblem& problem) {
    for (const QpMethod method :
         {QpMethod::automatic, QpMethod::schurpa, QpMethod::direct, QpMethod::interior_point}) {
      expect_promise(problem, method);
    }
    ++problems, hard += problem.hard;
  });
  EXPECT_EQ(problems, 2 * (16 + 64));
  EXPECT_EQ(hard, 2 * 4 * (4 + 6));  // per ratio: eps 1e-8 with c in range, and c random
}

/// The reason for the fallback: on redundant contacts the active-set method alone does not end.
TEST(Families, RedundantContactsNeedTheFallbackAndEasyOnesDoNot) {
  int redundant = 0, easy = 0;
  for_each_problem({1, 40}, [&](const NamedProblem& problem) {
    const bool two_per_freedom = problem.family.find("2.0, eps 1e-6") != std::string::npos;
    const bool band = problem.family.find("band") != std::string::npos;
    if (!two_per_freedom && !band) return;
    const QpReport report = solve_once(problem.qp, bound_where_pulled(problem.qp)).report;
    EXPECT_EQ(report.reason.empty(), report.fallbacks == 0);
    EXPECT_EQ(report.interior_iterations > 0, report.fallbacks > 0);
    (band ? easy : redundant) += report.fallbacks;
  });
  EXPECT_EQ(easy, 0);
  EXPECT_EQ(redundant, 4);
}

/// The matrices are what their names say: the smallest eigenvalue of J M^-1 J^T + eps is eps where
/// there are more contacts than degrees of freedom, so that x^T H x = eps |x|^2 for some x. Power
/// iterations with the inverse find it.
TEST(Families, EpsIsTheSmallestEigenvalueOfRedundantContacts) {
  const double eps = 1e-4;
  const ContactGram gram = contact_gram(12, 2.0, 1, eps, 5);
  QpProblem free{gram.H, random_vector(std::size_t(gram.H.order), 1), {}, {}};
  free.lower.assign(free.c.size(), -infinity), free.upper.assign(free.c.size(), infinity);
  double growth = 0;
  for (int k = 0; k < 8; ++k) {
    const std::vector<double> x = solve_once(free, all_free(free.c.size())).x;
    double length = 0;
    for (const double value : x) length += value * value;
    growth = std::sqrt(length);
    for (std::size_t i = 0; i < x.size(); ++i) free.c[i] = x[i] / growth;
  }
  EXPECT_NEAR(1 / growth, eps, 1e-6 * eps);  // the next eigenvalue is far away, or eps too
}

}  // namespace
}  // namespace eulersolid
