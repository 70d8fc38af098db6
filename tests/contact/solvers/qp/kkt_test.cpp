#include "contact/solvers/qp/kkt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "bench/problems/random_numbers.h"

namespace eulersolid {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The natural map by its definition, with a division.
double by_definition(double h, double x, double lambda, double lower, double upper) {
  return h * std::abs(x - std::clamp(x - lambda / h, lower, upper));
}

}  // namespace

TEST(KktResidual, IsThatOfTheNaturalMap) {
  RandomNumbers random(11);
  const auto number = [&] { return random.uniform(-2, 2); };
  const auto scale = [&] { return random.uniform(0.1, 10); };
  int outside = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const double low = number(), high = low + scale();
    const double lower = trial % 5 == 0 ? -infinite : low, upper = trial % 7 == 0 ? infinite : high;
    const double h = scale(), x = 2 * number(), lambda = 3 * number();
    const double expected = by_definition(h, x, lambda, lower, upper);
    // Three roundings of numbers up to 100, in each of the two.
    EXPECT_NEAR(kkt_residual(h, x, lambda, lower, upper), expected, 1e-13);
    outside += x < lower || x > upper;
  }
  EXPECT_GT(outside, 1000);
}

/// Zero where the conditions hold, by their definition, and nowhere else.
TEST(KktResidual, VanishesAtSolutions) {
  EXPECT_EQ(kkt_residual(2, 0.5, 0, 0, 1), 0);
  EXPECT_EQ(kkt_residual(2, 0, 3, 0, 1), 0);
  EXPECT_EQ(kkt_residual(2, 1, -3, 0, 1), 0);
  EXPECT_EQ(kkt_residual(2, 0.25, -7, 0.25, 0.25), 0);  // fixed
  EXPECT_GT(kkt_residual(2, 0, -3, 0, 1), 0);
  EXPECT_GT(kkt_residual(2, 1, 3, 0, 1), 0);
  EXPECT_GT(kkt_residual(2, 0.5, 0.1, 0, 1), 0);
  EXPECT_GT(kkt_residual(2, 1.5, 0, 0, 1), 0);
  EXPECT_EQ(kkt_residual(2, 0.5, 0, 0.25, 0.25), 0.5);  // fixed, and elsewhere
}

/// lambda / h is 0 in double precision; the residual is not.
TEST(KktResidual, DoesNotUnderflow) { EXPECT_EQ(kkt_residual(1e200, 1, 1e-200, 0, 2), 1e-200); }

TEST(KktResidual, TakesNothingInvalidForASolution) {
  for (const double bad : {nan, infinite, -infinite}) {
    EXPECT_EQ(kkt_residual(2, 0.5, bad, 0, 1), infinite);
    EXPECT_EQ(kkt_residual(2, bad, 0.5, 0, 1), infinite);
  }
}

}  // namespace eulersolid
