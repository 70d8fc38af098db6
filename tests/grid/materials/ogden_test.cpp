#include "tests/grid/materials/random_laws.h"

namespace eulersolid::test {
namespace {

constexpr double tolerance = 1e-9;  // rounding of stresses of 1e5 Pa

/// With exponents 2 and -2: c1 = mu_1 / 2 and c2 = mu_2 / 2.
TEST(Ogden, IsMooneyRivlinWithExponentsOfTwo) {
  const Ogden ogden = Ogden::make(6e4, 2, 2e4, -2, 5e5);
  const MooneyRivlin mooney = MooneyRivlin::make(3e4, 1e4, 5e5);
  RandomNumbers random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const Mat3 F = random_gradient(random);
    const double scale = 1 + size(stress(mooney, F)) / 1e5;
    EXPECT_LT(distance(stress(ogden, F), stress(mooney, F)), tolerance * scale);
    EXPECT_NEAR(energy(ogden, F), energy(mooney, F), tolerance * scale);
  }
}

/// Stretched by s at constant volume: sigma_xx - sigma_yy = sum of 2 mu / alpha (s^alpha -
/// s^(-alpha/2)) (Ogden 1972, Eq. 30, for the nominal stress), and by W. In simple shear by g the
/// stretches are s and 1/s with g = s - 1/s, and sigma_xy = (tau_1 - tau_2) / (s + 1/s).
TEST(Ogden, FollowsItsClosedFormsInTensionAndSimpleShear) {
  const double mu_1 = 6e4, alpha_1 = 1.3, mu_2 = 1e3, alpha_2 = 5;
  const Ogden law = Ogden::make(mu_1, alpha_1, mu_2, alpha_2, 5e5);
  for (const double s : {0.5, 1.2, 3.0}) {
    const Mat3 pulled = stress(law, diagonal(s, 1 / std::sqrt(s), 1 / std::sqrt(s)));
    const Mat3 sheared = stress(law, Mat3{{{1, s - 1 / s, 0}, {0, 1, 0}, {0, 0, 1}}});
    double tension = 0, shear = 0;
    for (const auto& [mu, alpha] : {std::pair{mu_1, alpha_1}, std::pair{mu_2, alpha_2}}) {
      tension += 2 * mu / alpha * (std::pow(s, alpha) - std::pow(s, -alpha / 2));
      shear += 2 * mu / alpha * (std::pow(s, alpha) - std::pow(s, -alpha)) / (s + 1 / s);
    }
    EXPECT_NEAR(pulled[0][0] - pulled[1][1], tension, tolerance);
    EXPECT_NEAR(sheared[0][1], shear, tolerance);
  }
}

/// J sigma = 2 mu dev ln V + kappa/2 (J^2 - 1) I, and so but for alpha ln s where alpha is small.
TEST(Ogden, IsHenckysLawWithoutExponent) {
  const Vec3 s{2, 0.7, 1.1};
  const double J = s.x * s.y * s.z, mean = std::log(J) / 3;
  for (const double alpha : {0.0, 1e-12, -1e-8}) {
    const Mat3 sigma = stress(Ogden::make(6e4, alpha, 0, 1, 5e5), diagonal(s.x, s.y, s.z));
    for (int i = 0; i < 3; ++i) {
      const double tau = 1.2e5 * (std::log(s[i]) - mean) + 2.5e5 * (J * J - 1);
      EXPECT_NEAR(J * sigma[i][i], tau, tolerance + 1e5 * std::fabs(alpha)) << alpha;
    }
  }
}

}  // namespace
}  // namespace eulersolid::test
