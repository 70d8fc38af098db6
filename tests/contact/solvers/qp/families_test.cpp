#include "bench/problems/families.h"

#include <gtest/gtest.h>

#include "tests/contact/solvers/qp/qp_problem.h"

namespace eulersolid {
namespace {

struct Problem {
  std::string name;
  bool hard;  ///< more factorisations are allowed
  QpData qp;
};

/// One- and two-sided bounds.
void add_both(const std::string& name, bool hard, const QpData& qp, std::uint64_t seed,
              std::vector<Problem>& problems) {
  problems.push_back({name, hard, qp});
  problems.push_back({name + ", two-sided", hard, with_loads(qp, seed + 5)});
}

/// Every family, and the Laplacian and its square.
std::vector<Problem> problems_of(const FamilySize& size, std::uint64_t seed) {
  std::vector<Problem> problems;
  for (const QpFamily& family : qp_families(size))
    add_both(family.name, family.hard, family.make(seed), seed, problems);
  const int side = int(std::lround(std::sqrt(double(size.order))));
  const auto add_grid = [&](const std::string& name, HostBand H) {
    std::vector<double> c = random_vector(std::size_t(H.order()), seed + 11);
    add_both(name, false, QpData::at_least_zero(std::move(H), std::move(c)), seed, problems);
  };
  add_grid("Laplacian", laplacian(side));
  add_grid("biharmonic", biharmonic(side));
  return problems;
}

/// What is promised of every feasible strictly convex QP: solved to 1e-9 of the largest |c|, or to
/// what rounding allows where x is large; without changing H; in at most 50 factorisations of any
/// kind where c is in range(J) and eps >= 1e-6, in 120 elsewhere. On the machine where this was
/// written none of 1900 such problems takes more than 33, so that other orders of summation have
/// room.
void expect_promise(const Problem& problem, QpMethod method) {
  SCOPED_TRACE(problem.name + ", method " + std::to_string(int(method)));
  const QpResult result = solve_once(problem.qp, states_from_signs(problem.qp), method);
  const QpReport& report = result.report;
  EXPECT_TRUE(report.converged) << report.reason;
  EXPECT_EQ(report.regularization, 0);
  EXPECT_LE(report.factorizations, problem.hard ? 120 : 50);
  double largest_c = 0, size = 0;
  for (std::size_t i = 0; i < problem.qp.c.size(); ++i) {
    largest_c = std::max(largest_c, std::abs(problem.qp.c[i]));
    size = std::max(size, problem.qp.H.diagonal(int(i)) * std::abs(result.x[i]));
  }
  // Rounding of H x: an element is a sum over a band of terms as large as `size`.
  EXPECT_LE(violation(problem.qp, result), std::max(1e-9 * largest_c, 1e-12 * size));
  EXPECT_LE(report.kkt, std::max(1e-9, 1e-13 * size / largest_c));
}

TEST(Families, EveryMethodKeepsThePromise) {
  int problems = 0, hard = 0;
  for (const FamilySize& size : {FamilySize{150, 40}, {300, 30, 3, true}}) {
    for (const Problem& problem : problems_of(size, 1)) {
      for (const QpMethod method :
           {QpMethod::automatic, QpMethod::schurpa, QpMethod::direct, QpMethod::interior_point}) {
        expect_promise(problem, method);
      }
      ++problems, hard += problem.hard;
    }
  }
  EXPECT_EQ(problems, 2 * 2 * (7 + 32 + 2));
  EXPECT_EQ(hard, 2 * 2 * 4 * (4 + 1));  // per ratio: c random, or eps 1e-8 with c in range
}

/// The reason for the fallback: on redundant contacts the active-set method alone does not end.
TEST(Families, RedundantContactsNeedTheFallbackAndEasyOnesDoNot) {
  int redundant = 0, easy = 0;
  for (const Problem& problem : problems_of({480, 40}, 1)) {
    const bool two_per_freedom = problem.name.find("contacts/dof 2, 1e-06") == 0;
    const bool band = problem.name.find("band") != std::string::npos;
    if (!two_per_freedom && !band) continue;
    const QpReport report = solve_once(problem.qp, states_from_signs(problem.qp)).report;
    EXPECT_EQ(report.reason.empty(), report.fallbacks == 0);
    EXPECT_EQ(report.interior_iterations > 0, report.fallbacks > 0);
    (band ? easy : redundant) += report.fallbacks;
  }
  EXPECT_EQ(easy, 0);
  EXPECT_GE(redundant, 3);  // of four
}

/// The matrices are what their names say: the smallest eigenvalue of J M^-1 J^T + eps is eps where
/// there are more contacts than degrees of freedom, so that x^T H x = eps |x|^2 for some x. Power
/// iterations with the inverse find it.
TEST(Families, EpsIsTheSmallestEigenvalueOfRedundantContacts) {
  const double relative = 1e-4;
  for (const NormalQpSpec& spec :
       {NormalQpSpec{144, 2.0, relative, true, 5}, {144, 2.0, relative, true, 5, 1, true}}) {
    QpData free = normal_qp(spec);
    double trace = 0;
    for (int i = 0; i < free.H.order(); ++i) trace += free.H.diagonal(i);
    const double eps = relative / (1 + relative) * trace / free.H.order();
    free.c = random_vector(free.c.size(), 1);
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
}

/// Catches elements that are missing or in another place, by what it does to a vector.
TEST(Families, BiharmonicIsTheSquareOfTheLaplacian) {
  for (const int side : {2, 3, 7}) {
    const HostBand A = laplacian(side), H = biharmonic(side);
    const std::vector<double> x = random_vector(std::size_t(side * side), 3);
    // Small integers times x: a few roundings of numbers below 64 |x|.
    EXPECT_LE(largest_difference(H.times(x), A.times(A.times(x))), 1e-13);
  }
}

}  // namespace
}  // namespace eulersolid
