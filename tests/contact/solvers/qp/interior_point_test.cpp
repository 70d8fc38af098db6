#include "contact/solvers/qp/interior_point.h"

#include <gtest/gtest.h>

#include "bench/problems/families.h"
#include "tests/contact/solvers/qp/qp_problem.h"

namespace eulersolid {
namespace {

struct InteriorResult {
  InteriorPoint::Step end = InteriorPoint::Step::moved;
  QpReport report;
  QpStates state;
  std::vector<double> x;
};

/// At most `steps` steps from a guess of x.
InteriorResult run(const QpData& qp, const std::vector<double>& guess,
                   int steps = interior_max_steps) {
  const BandedMatrix matrix = upload(qp.H);
  Hessian H;
  H.set(matrix);
  const DeviceVector<double> c(qp.c), lower(qp.lower), upper(qp.upper);
  DeviceVector<std::int8_t> state(all_free(qp.c.size()));
  DeviceVector<double> x(guess), multiplier(Index(qp.c.size()));
  const BoxQp box{c.span(), lower.span(), upper.span()};
  const QpWork work{box, state.span(), x.span(), multiplier.span(), residual_scale(H, box)};
  InteriorPoint interior;
  InteriorResult result;
  interior.start(H, work);
  for (int step = 0; step < steps && result.end == InteriorPoint::Step::moved; ++step)
    result.end = interior.advance(H, work, result.report);
  interior.write(work);
  result.state = state.to_host(), result.x = x.to_host();
  return result;
}

InteriorResult run(const QpData& qp) { return run(qp, std::vector<double>(qp.c.size(), 0.0)); }

/// Every kind of bound at once: the set it points to is the solution's, in the few iterations that
/// a second-order method takes.
TEST(InteriorPoint, FindsTheWorkingSetForBoundsOnBothSides) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const int n = 30 + 17 * int(seed);
    const QpData qp = random_qp(low_rank_band(n, n + 40, 30, 1e-2, seed), seed);
    const QpResult exact = solve_once(qp, all_free(std::size_t(n)));
    ASSERT_TRUE(exact.report.converged);
    const InteriorResult found = run(qp);
    EXPECT_EQ(found.end, InteriorPoint::Step::solved);
    EXPECT_LE(found.report.interior_iterations, 20);  // 17 where this was written
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
  QpData qp = random_qp(random_band(20, 3, 1.1, 1), 1);
  qp.lower.assign(20, 0.5), qp.upper.assign(20, 0.5);
  EXPECT_EQ(run(qp).report.interior_iterations, 0);
  EXPECT_EQ(run(qp).x, qp.lower);

  qp.lower.assign(20, -infinity), qp.upper.assign(20, infinity);
  const InteriorResult free = run(qp);
  EXPECT_EQ(free.report.interior_iterations, 1);  // one Newton step
  EXPECT_LE(largest_difference(free.x, solve_once(qp, all_free(20)).x), 1e-12);
}

/// Upper bounds are lower ones seen in a mirror. Only sums may tell the difference, so that after a
/// few steps the two agree almost to the last bit.
TEST(InteriorPoint, TreatsUpperBoundsAsLowerOnes) {
  QpData qp = random_qp(low_rank_band(90, 60, 20, 1e-3, 3), 4);
  for (std::size_t i = 0; i < 90; ++i) {
    if (qp.lower[i] == qp.upper[i] || (qp.lower[i] > -infinity && qp.upper[i] < infinity))
      qp.lower[i] = 0.1, qp.upper[i] = infinity;
  }
  QpData mirror = qp;
  for (std::size_t i = 0; i < 90; ++i) {
    mirror.c[i] = -qp.c[i], mirror.lower[i] = -qp.upper[i], mirror.upper[i] = -qp.lower[i];
  }
  const std::vector<double> guess = random_vector(90, 6);
  std::vector<double> opposite;
  for (const double value : guess) opposite.push_back(-value);
  const InteriorResult here = run(qp, guess, 6), there = run(mirror, opposite, 6);
  for (std::size_t i = 0; i < 90; ++i) {
    EXPECT_NEAR(there.x[i], -here.x[i], 1e-11);
    EXPECT_EQ(there.state[i], -here.state[i]);
  }
}

/// x = D y with powers of two on the diagonal of D changes exponents and nothing else, so that the
/// iterates of y are those of x to the last bit. This is what makes badly scaled H harmless. (Only
/// boxes too narrow for the largest |c|, which changes, would be seen as fixed.)
TEST(InteriorPoint, IsExactlyInvariantToScalingByPowersOfTwo) {
  const QpData qp = random_qp(low_rank_band(80, 50, 20, 1e-3, 5), 6);
  QpData scaled = qp;
  std::vector<double> D;
  for (int i = 0; i < 80; ++i) D.push_back(std::ldexp(1.0, (i * 7) % 17 - 8));
  scale(scaled.H, D);
  for (std::size_t i = 0; i < 80; ++i)
    scaled.c[i] *= D[i], scaled.lower[i] /= D[i], scaled.upper[i] /= D[i];
  std::vector<double> guess = random_vector(80, 7), scaled_guess = guess;
  for (std::size_t i = 0; i < 80; ++i) scaled_guess[i] /= D[i];
  const InteriorResult here = run(qp, guess, 7), there = run(scaled, scaled_guess, 7);
  EXPECT_EQ(here.state, there.state);
  for (std::size_t i = 0; i < 80; ++i) EXPECT_EQ(here.x[i], D[i] * there.x[i]);
}

/// With c outside range(J) the solution is 1 / eps times as large as c: a start near the bounds
/// takes many short steps to get there, a guess of that size saves them.
TEST(InteriorPoint, TakesTheSizeOfTheSolutionFromTheGuess) {
  const double eps = 1e-6;
  const QpData qp = normal_qp({360, 2.0, eps, false, 1});
  const InteriorResult near = run(qp);
  const InteriorResult far = run(qp, std::vector<double>(qp.c.size(), -1 / eps));
  EXPECT_LE(far.report.interior_iterations, 40);
  EXPECT_LT(far.report.interior_iterations, near.report.interior_iterations);
}

TEST(InteriorPoint, IgnoresAGuessThatHoldsNoNumbers) {
  const QpData qp = random_qp(low_rank_band(50, 40, 20, 1e-3, 8), 9);
  std::vector<double> origin, guess(50, 3.0);
  for (std::size_t i = 0; i < 50; ++i)
    origin.push_back(std::min(std::max(0.0, qp.lower[i]), qp.upper[i]));
  const InteriorResult expected = run(qp, origin);
  guess[20] = std::nan("");
  EXPECT_EQ(run(qp, guess).x, expected.x);
  guess[20] = -infinity;
  EXPECT_EQ(run(qp, guess).x, expected.x);
}

TEST(InteriorPoint, AdmitsThatAMatrixIsNotConvex) {
  QpData qp = random_qp(random_band(40, 5, 1.1, 1), 1);
  qp.lower.assign(40, -infinity), qp.upper.assign(40, infinity);
  qp.H.at(20, 20) = -1;
  EXPECT_EQ(run(qp).end, InteriorPoint::Step::stuck);
}

}  // namespace
}  // namespace eulersolid
