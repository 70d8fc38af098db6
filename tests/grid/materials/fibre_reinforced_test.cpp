#include "tests/grid/materials/random_laws.h"

namespace eulersolid::test {
namespace {

constexpr double k1 = 3e4, k2 = 0.7, tension = 2e5;

FibreReinforced muscle(double activation) {
  FibreReinforced law = FibreReinforced::make(2e4, 0.3, k1, k2, tension);
  law.activation = activation;
  return law;
}

/// What fibres add to the nominal stress along them of F = diag(1, 1, s) is dW/ds.
double fibre_stress(const FibreReinforced& law, double s) {
  const Mat3 F = diagonal(1, 1, s);
  return stress(law, F)[2][2] - stress(law.matrix, F)[2][2];
}

/// 2 k1 s (s^2 - 1) exp(k2 (s^2 - 1)^2) of stretched fibres, nothing of pressed ones; and T (1 -
/// ((s
/// - 1) / 0.5)^2) of active ones between half and one and a half of their length, over the area at
/// rest, which F leaves as it is.
TEST(FibreReinforced, FollowsItsClosedFormAlongFibres) {
  for (const double s : {0.4, 0.6, 0.9, 1.0, 1.1, 1.3, 1.6, 2.0}) {
    const double e = s * s - 1;
    const double passive = s > 1 ? 2 * k1 * s * e * std::exp(k2 * e * e) : 0;
    const double pull = std::fmax(0, 1 - 4 * (s - 1) * (s - 1));
    const double tolerance = 1e-12 * (1e5 + passive);
    EXPECT_NEAR(fibre_stress(muscle(0), s), passive, tolerance) << s;
    EXPECT_NEAR(fibre_stress(muscle(1), s), passive + tension * pull, tolerance) << s;
    EXPECT_NEAR(fibre_stress(muscle(0.3), s), passive + 0.3 * tension * pull, tolerance) << s;
  }
}

/// In simple shear by g across its fibres these are stretched by sqrt(1 + g^2) and turned:
/// sigma_xz = W_s / s g.
TEST(FibreReinforced, FollowsItsClosedFormInSimpleShear) {
  const double g = 0.8, s2 = 1 + g * g, s = std::sqrt(s2), e = s2 - 1;
  const Mat3 F{{{1, 0, g}, {0, 1, 0}, {0, 0, 1}}};
  const FibreReinforced law = muscle(0.5);
  const double slope =
      2 * k1 * s * e * std::exp(k2 * e * e) + 0.5 * tension * (1 - 4 * (s - 1) * (s - 1));
  EXPECT_NEAR(stress(law, F)[0][2] - stress(law.matrix, F)[0][2], slope / s * g, 1e-7);
  EXPECT_NEAR(stress(law, F)[1][2], 0, 1e-7);
}

/// Those of the energy with activation, which the tests of all laws leave out; and activation's
/// energy is the difference that it makes.
TEST(FibreReinforced, ActiveStressIsTheDerivativeOfTheEnergy) {
  RandomNumbers random(8);
  for (int trial = 0; trial < 100; ++trial) {
    FibreReinforced law = random_law<FibreReinforced>(random);
    const FibreReinforced passive = law;
    law.activation = random.uniform(0, 2);
    const Mat3 F = random_gradient(random), Q = random_rotation(random);
    if (has_kink_near(law, F)) continue;
    Mat3 P;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        P[i][j] = derivative([&](double t) {
          Mat3 moved = F;
          moved[i][j] += t;
          return energy(law, moved);
        });
    const Mat3 sigma = stress(law, F);
    const double scale = stiffness(law) + law.activation * law.tension + size(sigma);
    EXPECT_LT(distance(sigma, (1 / determinant(F)) * (P * transpose(F))), 1e-8 * scale) << trial;
    EXPECT_LT(distance(stress(law, Q * F), Q * (sigma * transpose(Q))), 1e-11 * scale) << trial;
    EXPECT_NEAR(energy(law, F) - energy(passive, F),
                law.activation * law.energy_of_activation(deformation(law, F)), 1e-12 * scale);
  }
}

TEST(FibreReinforced, WavesOfActiveFibresAreNoFasterThanItSays) {
  RandomNumbers random(9);
  for (int trial = 0; trial < 200; ++trial) {
    FibreReinforced law = random_law<FibreReinforced>(random);
    law.activation = random.uniform(0, 2);
    const Mat3 F = random_gradient(random);
    double most = 0;
    for (int direction = 0; direction < 20; ++direction) {
      const Mat3 Q = acoustic_tensor(law, F, normalized(random_vector(random)));
      for (const double value : principal_axes_of(upper_half(Q)).value)
        most = std::fmax(most, value);
    }
    EXPECT_GE(law.response(deformation(law, F)).wave_modulus, (1 - 1e-7) * most) << trial;
  }
}

}  // namespace
}  // namespace eulersolid::test
