#include "tests/grid/materials/random_laws.h"

namespace eulersolid::test {
namespace {

const NeoHookean law = NeoHookean::make(1e5, 0.3);

TEST(NeoHookean, HasTheYoungsModulusAndPoissonsRatioThatWereGiven) {
  const double e = 1e-7;
  const Mat3 s = stress(law, diagonal(1 + e, 1 - 0.3 * e, 1 - 0.3 * e));
  EXPECT_NEAR(s[0][0] / e, 1e5, 1);  // of order e and of rounding / e
  EXPECT_NEAR(s[1][1] / e, 0, 1);
}

/// sigma = [mu (s^2 - 1) + 3 lambda ln s] / s^3 under a stretch s in all directions, and
/// sigma_xy = mu g, sigma_xx = mu g^2, sigma_zz = 0 in simple shear.
TEST(NeoHookean, FollowsItsClosedForms) {
  const double mu = 1e5 / 2.6, lambda = 3e4 / (1.3 * 0.4), s = 1.7, g = 0.8;
  const Mat3 swollen = stress(law, diagonal(s, s, s));
  EXPECT_NEAR(swollen[1][1], (mu * (s * s - 1) + 3 * lambda * std::log(s)) / (s * s * s), 1e-9);
  const Mat3 sheared = stress(law, Mat3{{{1, g, 0}, {0, 1, 0}, {0, 0, 1}}});
  EXPECT_NEAR(sheared[0][1], mu * g, 1e-9);
  EXPECT_NEAR(sheared[0][0], mu * g * g, 1e-9);
  EXPECT_NEAR(sheared[2][2], 0, 1e-9);
}

}  // namespace
}  // namespace eulersolid::test
