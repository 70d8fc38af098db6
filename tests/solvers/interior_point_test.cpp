#include "contact/solvers/interior_point.h"

#include <gtest/gtest.h>

#include "tests/solvers/qp_problem.h"

namespace eulersolid {
namespace {

struct InteriorResult {
  bool factored = false;
  QpReport report;
  std::vector<std::int8_t> state;
  std::vector<double> x;
};

InteriorResult run(const QpProblem& qp) {
  BandedMatrix matrix;
  store(qp.H, matrix);
  Hessian H;
  H.set(matrix);
  const DeviceVector<double> c(qp.c), lower(qp.lower), upper(qp.upper);
  const Index n = Index(qp.c.size());
  DeviceVector<std::int8_t> state(all_free(qp.c.size()));
  DeviceVector<double> x(n), multiplier(n);
  const BoxQp box{c.span(), lower.span(), upper.span()};
  InteriorPoint interior;
  InteriorResult result;
  result.factored = interior.run(
      H, {box, state.span(), x.span(), multiplier.span(), residual_scale(H, box)}, result.report);
  result.state = state.to_host(), result.x = x.to_host();
  return result;
}

/// Every kind of bound at once: the set it points to is the solution's, in the few iterations that
/// a second-order method takes.
TEST(InteriorPoint, FindsTheWorkingSetForBoundsOnBothSides) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const int n = 30 + 17 * int(seed);
    const QpProblem qp = random_qp(gram_band(n, n + 40, 30, 1e-2, seed), seed);
    const QpResult exact = solve_once(qp, all_free(std::size_t(n)));
    ASSERT_TRUE(exact.report.converged);
    const InteriorResult found = run(qp);
    EXPECT_TRUE(found.factored);
    EXPECT_LE(found.report.interior_iterations, 16);
    EXPECT_LE(largest_difference(found.x, exact.x), 1e-6);
    for (std::size_t i = 0; i < exact.state.size(); ++i) {
      if (qp.lower[i] < qp.upper[i]) {
        EXPECT_EQ(found.state[i], exact.state[i]);
      } else {
        EXPECT_EQ(found.x[i], qp.lower[i]);
      }
    }
  }
}

TEST(InteriorPoint, NeedsNoIterationWhereAllIsFixedOrFree) {
  QpProblem qp = random_qp(random_band(20, 3, 1.1, 1), 1);
  qp.lower.assign(20, 0.5), qp.upper.assign(20, 0.5);
  EXPECT_EQ(run(qp).report.interior_iterations, 0);
  EXPECT_EQ(run(qp).x, qp.lower);

  qp.lower.assign(20, -infinity), qp.upper.assign(20, infinity);
  const InteriorResult free = run(qp);
  EXPECT_EQ(free.report.interior_iterations, 1);  // one Newton step
  EXPECT_LE(largest_difference(free.x, solve_once(qp, all_free(20)).x), 1e-12);
}

}  // namespace
}  // namespace eulersolid
