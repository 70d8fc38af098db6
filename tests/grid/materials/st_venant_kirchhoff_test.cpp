#include "tests/grid/materials/random_laws.h"

namespace eulersolid::test {
namespace {

const StVenantKirchhoff law = StVenantKirchhoff::make(1e5, 0.3);
const double mu = 1e5 / 2.6, lambda = 3e4 / (1.3 * 0.4);
constexpr double tolerance = 1e-9;  // rounding of stresses of 1e5 Pa

/// In confined tension by s: sigma_xx = (lambda + 2 mu) s (s^2 - 1)/2, sigma_yy = lambda
/// (s^2 - 1) / (2 s).
TEST(StVenantKirchhoff, FollowsItsClosedFormInConfinedTension) {
  for (const double s : {0.6, 0.9, 1.4}) {
    const Mat3 sigma = stress(law, diagonal(s, 1, 1));
    EXPECT_NEAR(sigma[0][0], (lambda + 2 * mu) * s * (s * s - 1) / 2, tolerance);
    EXPECT_NEAR(sigma[1][1], lambda * (s * s - 1) / (2 * s), tolerance);
  }
}

/// Pulled by s along x and free across it the nominal stress is E s (s^2 - 1)/2, and Green's
/// strains are as Hooke has them: E_yy = -nu E_xx.
TEST(StVenantKirchhoff, FollowsItsClosedFormInTension) {
  for (const double s : {0.6, 1.1, 1.4}) {
    const double across2 = 1 - 0.3 * (s * s - 1), across = std::sqrt(across2);
    const Mat3 sigma = stress(law, diagonal(s, across, across));
    EXPECT_NEAR(sigma[0][0] * across2, 1e5 * s * (s * s - 1) / 2, tolerance);
    EXPECT_NEAR(sigma[1][1], 0, tolerance);
  }
}

/// In simple shear by g: E_xy = g/2, E_yy = g^2/2, and sigma_xy = mu g + (lambda/2 + mu) g^3.
TEST(StVenantKirchhoff, FollowsItsClosedFormInSimpleShear) {
  for (const double g : {-0.7, 0.2, 0.5}) {
    const Mat3 sigma = stress(law, Mat3{{{1, g, 0}, {0, 1, 0}, {0, 0, 1}}});
    EXPECT_NEAR(sigma[0][1], mu * g + (lambda / 2 + mu) * g * g * g, tolerance);
    EXPECT_NEAR(sigma[2][2], lambda * g * g / 2, tolerance);
  }
}

}  // namespace
}  // namespace eulersolid::test
