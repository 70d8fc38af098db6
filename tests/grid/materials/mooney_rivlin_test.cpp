#include "tests/grid/materials/random_laws.h"

namespace eulersolid::test {
namespace {

const MooneyRivlin law = MooneyRivlin::make(3e4, 1e4, 5e5);
constexpr double tolerance = 1e-9;  // rounding of stresses of 1e5 Pa

/// In simple shear by g, at constant volume: sigma_xy = 2 (c1 + c2) g, sigma_xx - sigma_zz = 2 c1
/// g^2, sigma_yy - sigma_zz = -2 c2 g^2 (Rivlin, Phil. Trans. R. Soc. A 241 (1948) 379-397). Tells
/// c1 from c2.
TEST(MooneyRivlin, HasRivlinsNormalStressesInSimpleShear) {
  for (const double g : {-1.5, 0.3, 0.8}) {
    const Mat3 s = stress(law, Mat3{{{1, g, 0}, {0, 1, 0}, {0, 0, 1}}});
    EXPECT_NEAR(s[0][1], 8e4 * g, tolerance);
    EXPECT_NEAR(s[0][0] - s[2][2], 6e4 * g * g, tolerance);
    EXPECT_NEAR(s[1][1] - s[2][2], -2e4 * g * g, tolerance);
    EXPECT_NEAR(s[0][2], 0, tolerance);
  }
}

/// Stretched by s at constant volume: sigma_xx - sigma_yy = 2 (c1 + c2/s) (s^2 - 1/s).
TEST(MooneyRivlin, HasTheTensionOfRubber) {
  for (const double s : {0.5, 1.2, 3.0}) {
    const Mat3 sigma = stress(law, diagonal(s, 1 / std::sqrt(s), 1 / std::sqrt(s)));
    EXPECT_NEAR(sigma[0][0] - sigma[1][1], 2 * (3e4 + 1e4 / s) * (s * s - 1 / s), tolerance);
  }
}

/// Swollen or compressed alike in all directions: sigma = kappa/2 (J - 1/J), without end as J -> 0.
TEST(MooneyRivlin, ResistsChangesOfVolumeByItsBulkModulusAlone) {
  for (const double s : {0.3, 0.8, 1.6}) {
    const double J = s * s * s;
    const Mat3 sigma = stress(law, diagonal(s, s, s));
    EXPECT_NEAR(sigma[2][2], 2.5e5 * (J - 1 / J), 10 * tolerance);
  }
}

TEST(MooneyRivlin, HasTheModuliThatItsKeysSay) {
  const Moduli m = law.small_strain();
  EXPECT_DOUBLE_EQ(m.mu, 8e4);
  EXPECT_DOUBLE_EQ(m.lambda + 2 * m.mu / 3, 5e5);
}

}  // namespace
}  // namespace eulersolid::test
