#include "tests/grid/materials/random_laws.h"

namespace eulersolid::test {
namespace {

const FixedCorotated law = FixedCorotated::make(1e5, 0.3);
const double mu = 1e5 / 2.6, lambda = 3e4 / (1.3 * 0.4);
constexpr double tolerance = 1e-9;  // rounding of stresses of 1e5 Pa

/// tau_i = 2 mu s_i (s_i - 1) + lambda (J - 1) J along the principal axes.
TEST(FixedCorotated, FollowsItsClosedFormInPrincipalStretches) {
  for (const Vec3 s : {Vec3{0.5, 1, 1}, Vec3{1.5, 0.8, 1.1}, Vec3{3, 0.2, 0.9}, Vec3{2, 2, 2}}) {
    const double J = s.x * s.y * s.z;
    const Mat3 sigma = stress(law, diagonal(s.x, s.y, s.z));
    for (int i = 0; i < 3; ++i) {
      const double tau = 2 * mu * s[i] * (s[i] - 1) + lambda * (J - 1) * J;
      EXPECT_NEAR(sigma[i][i], tau / J, tolerance * (1 + 1 / J)) << i;
    }
  }
}

/// In simple shear by g, with r = sqrt(1 + g^2/4), V_xy = g / (2 r), V_xx = (1 + g^2/2) / r and
/// V_yy = 1/r.
TEST(FixedCorotated, FollowsItsClosedFormInSimpleShear) {
  for (const double g : {-1.5, 0.2, 0.8}) {
    const Mat3 sigma = stress(law, Mat3{{{1, g, 0}, {0, 1, 0}, {0, 0, 1}}});
    const double r = std::sqrt(1 + g * g / 4);
    EXPECT_NEAR(sigma[0][1], 2 * mu * (g - g / (2 * r)), tolerance);
    EXPECT_NEAR(sigma[0][0], 2 * mu * (1 + g * g - (1 + g * g / 2) / r), tolerance);
    EXPECT_NEAR(sigma[1][1], 2 * mu * (1 - 1 / r), tolerance);
  }
}

/// The square root of B by its invariants, also where two or all of its eigenvalues meet and where
/// they are far apart.
TEST(FixedCorotated, KnowsTheTraceOfTheRoot) {
  for (const Vec3 s : {Vec3{1, 1, 1}, Vec3{10, 0.1, 0.1}, Vec3{20, 1, 1}, Vec3{0.3, 1 + 1e-9, 1}}) {
    const double a = s.x * s.x, b = s.y * s.y, c = s.z * s.z;
    const double root =
        FixedCorotated::trace_of_root(a + b + c, a * b + b * c + c * a, s.x * s.y * s.z);
    EXPECT_NEAR(root, s.x + s.y + s.z, 1e-14 * root);
  }
}

}  // namespace
}  // namespace eulersolid::test
