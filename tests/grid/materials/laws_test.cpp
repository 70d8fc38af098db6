#include "tests/grid/materials/random_laws.h"

/// What holds for every law of elasticity.

namespace eulersolid::test {
namespace {

template <class L>
class EveryLaw : public testing::Test {};
TYPED_TEST_SUITE(EveryLaw, AllLaws);

constexpr double rounding = 1e-13;  // of a few dozen operations, on stretches up to 2

/// sigma = 1/J dW/dF F^T: catches a wrong factor, sign or term in either.
TYPED_TEST(EveryLaw, StressIsTheDerivativeOfTheEnergy) {
  RandomNumbers random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const TypeParam law = random_law<TypeParam>(random);
    const Mat3 F = random_gradient(random);
    if (has_kink_near(law, F)) continue;
    Mat3 P;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        P[i][j] = derivative([&](double t) {
          Mat3 moved = F;
          moved[i][j] += t;
          return energy(law, moved);
        });
      }
    }
    const Mat3 sigma = stress(law, F), expected = (1 / determinant(F)) * (P * transpose(F));
    // The fifth derivatives of powers of stretches >= 1/2 are below 1e4 times the stress.
    EXPECT_LT(distance(sigma, expected), 1e-8 * (stiffness(law) + size(sigma))) << trial;
  }
}

TYPED_TEST(EveryLaw, AnObserverWhoTurnsSeesTheStressTurnWithHim) {
  RandomNumbers random(2);
  for (int trial = 0; trial < 200; ++trial) {
    const TypeParam law = random_law<TypeParam>(random);
    const Mat3 F = random_gradient(random), Q = random_rotation(random);
    const Mat3 sigma = stress(law, F), turned = Q * (sigma * transpose(Q));
    const double scale = 100 * rounding * (stiffness(law) + size(sigma));  // cancelling terms
    EXPECT_NEAR(energy(law, Q * F), energy(law, F), scale) << trial;
    EXPECT_LT(distance(stress(law, Q * F), turned), scale) << trial;
  }
}

/// With its fibres, where it has any.
TYPED_TEST(EveryLaw, TurningTheSolidAtRestChangesNothing) {
  RandomNumbers random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const TypeParam law = random_law<TypeParam>(random);
    const Mat3 F = random_gradient(random), Q = random_rotation(random);
    TypeParam turned = law;
    if constexpr (HasFibres<TypeParam>) turned.fibre = transpose(Q) * law.fibre;
    const double scale = 100 * rounding * (stiffness(law) + size(stress(law, F)));
    EXPECT_NEAR(energy(turned, F * Q), energy(law, F), scale) << trial;
    EXPECT_LT(distance(stress(turned, F * Q), stress(law, F)), scale) << trial;
  }
}

TYPED_TEST(EveryLaw, IsAtRestWithoutDeformationAndOnlyThere) {
  RandomNumbers random(4);
  for (int trial = 0; trial < 200; ++trial) {
    const TypeParam law = random_law<TypeParam>(random);
    EXPECT_LT(size(stress(law, random_rotation(random))), rounding * stiffness(law));
    EXPECT_NEAR(energy(law, random_rotation(random)), 0, rounding * stiffness(law));
    EXPECT_GT(energy(law, random_gradient(random)), 0) << trial;
  }
}

/// sigma = 2 mu eps + lambda tr(eps) I, and 4 k1 of what fibres are stretched by, but for terms of
/// second order.
TYPED_TEST(EveryLaw, IsHookesLawAtSmallStrain) {
  RandomNumbers random(5);
  const double small = 1e-6;
  for (int trial = 0; trial < 50; ++trial) {
    const TypeParam law = random_law<TypeParam>(random);
    const Moduli m = law.small_strain();
    const Mat3 G = {{random_vector(random), random_vector(random), random_vector(random)}};
    const Mat3 strain = 0.5 * (G + transpose(G));
    Mat3 hooke = 2 * m.mu * strain + (m.lambda * trace(strain)) * identity3();
    if constexpr (HasFibres<TypeParam>) {
      const double along = dot(law.fibre, strain * law.fibre);
      hooke = hooke + (4 * law.k1 * larger(0, along)) * outer(law.fibre, law.fibre);
    }
    const Mat3 sigma = (1 / small) * stress(law, identity3() + small * G);
    EXPECT_LT(distance(sigma, hooke), 50 * small * (stiffness(law) + stiffness_of_fibres(law)))
        << trial;
  }
}

/// The volumetric part, a function of the volume alone, has its slope, and holds all of the law's
/// resistance to changes of volume: without it lambda is what the shear leaves, 0 or -2/3 mu.
TYPED_TEST(EveryLaw, VolumetricPartHoldsItsResistanceToChangesOfVolume) {
  RandomNumbers random(7);
  for (int trial = 0; trial < 50; ++trial) {
    const TypeParam law = random_law<TypeParam>(random);
    const auto U = [&](double log_J) { return law.volumetric(log_J).energy; };
    const auto slope = [&](double log_J) { return law.volumetric(log_J).slope; };
    for (const double at : {-1.0, -0.1, 0.0, 0.3, 1.0}) {
      EXPECT_NEAR(derivative([&](double t) { return U(at + t); }), slope(at),
                  1e-8 * (stiffness(law) + std::fabs(slope(at))));
      EXPECT_GT(derivative([&](double t) { return slope(at + t); }), -1e-8 * stiffness(law));
    }
    EXPECT_EQ(U(0), 0);
    EXPECT_EQ(slope(0), 0);
    EXPECT_NEAR(derivative([&](double t) { return slope(t); }), law.bulk(), 1e-8 * stiffness(law));
    const Moduli m = law.small_strain();
    EXPECT_LE(m.lambda - law.bulk(), 1e-12 * stiffness(law));
    EXPECT_GE(m.lambda - law.bulk(), -2.0 / 3 * m.mu - 1e-12 * stiffness(law));
  }
}

/// Parameters in the schema's ranges make a solid that resists shear and compression.
TYPED_TEST(EveryLaw, HasPositiveModuli) {
  RandomNumbers random(6);
  for (int trial = 0; trial < 200; ++trial) {
    const Moduli m = random_law<TypeParam>(random).small_strain();
    EXPECT_GT(m.mu, 0);
    EXPECT_GT(m.lambda + 2 * m.mu / 3, 0);
  }
}

}  // namespace
}  // namespace eulersolid::test
