#include "grid/materials/point_state.h"
#include "tests/grid/materials/random_laws.h"

/// What all laws share: viscosity, and the state of a point.

namespace eulersolid::test {
namespace {

template <class L>
class AnySolid : public testing::Test {};
TYPED_TEST_SUITE(AnySolid, AllLaws);

template <class L>
Solid<L> random_solid(RandomNumbers& random) {
  return {random_law<L>(random), 1100, 3e-4};
}

/// Stress and power of the velocity gradient G (rows of G are components of v) in a cell whose tr D
/// has this mean.
template <class L>
double viscous(const Solid<L>& solid, const Mat3& G, double mean, Symmetric& stress) {
  const Mat3 columns = transpose(G);
  return add_viscous_stress(solid, solid.viscosity, columns[0], columns[1], columns[2], mean,
                            stress);
}

TYPED_TEST(AnySolid, ViscousStressIsThatOfHookesLawForTheRateOfStrain) {
  RandomNumbers random(1);
  for (int trial = 0; trial < 50; ++trial) {
    Solid<TypeParam> solid = random_solid<TypeParam>(random);
    const double averaged = solid.averaged = trial % 2 ? 0 : 0.7;
    const Moduli m = solid.law.small_strain();
    const Mat3 G{{random_vector(random), random_vector(random), random_vector(random)}};
    const Mat3 D = 0.5 * (G + transpose(G));
    Symmetric stress{1, 2, 3, 4, 5, 6};  // it adds
    const double mean = trace(D) + 0.5, growth = (1 - averaged) * trace(D) + averaged * mean;
    const double power = viscous(solid, G, mean, stress);
    const Mat3 expected = solid.viscosity * (2 * m.mu * D + (m.lambda * growth) * identity3());
    const Mat3 added = full(stress) - full({1, 2, 3, 4, 5, 6});
    EXPECT_LT(distance(added, expected), 1e-13 * (size(expected) + 6));
    EXPECT_NEAR(power, trace(expected * D), 1e-13 * (1 + size(expected)));
    EXPECT_TRUE(power > 0 || averaged > 0);
  }
}

TYPED_TEST(AnySolid, ViscosityLeavesRigidRotationAlone) {
  RandomNumbers random(2);
  const Solid<TypeParam> solid = random_solid<TypeParam>(random);
  Symmetric stress;
  EXPECT_EQ(viscous(solid, Mat3{{{0, -3, 2}, {3, 0, -5}, {-2, 5, 0}}}, 0, stress), 0);
  EXPECT_EQ(size(full(stress)), 0);
}

/// State of the point where X has this gradient.
template <class L>
PointState state(const Solid<L>& solid, const Mat3& A) {
  const Mat3 columns = transpose(A);
  const double det = determinant(A);
  return point_state(solid, columns[0], columns[1], columns[2], det, -std::log(det));
}

/// From grad X to the law and back to the deformed solid: density of energy and speed of waves.
TYPED_TEST(AnySolid, StateOfAPointIsThatOfItsInverseGradient) {
  RandomNumbers random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const Solid<TypeParam> solid = random_solid<TypeParam>(random);
    const Mat3 F = random_gradient(random);
    const PointState p = state(solid, inverse(F));
    const Response r = solid.law.response(deformation(solid.law, F));
    const double scale = 1e-11 * (stiffness(solid.law) + size(full(r.stress)));
    EXPECT_LT(distance(full(p.stress), full(r.stress)), scale);
    EXPECT_NEAR(p.energy, r.energy / determinant(F), scale);
    EXPECT_NEAR(p.speed2, r.wave_modulus / solid.density, 1e-11 * p.speed2);
  }
}

/// lambda = 2 nu mu / (1 - 2 nu) is 6 mu at nu = 3/7: up to there points keep all of it.
TEST(AveragedPart, IsWhatIsMoreThanSixShearModuli) {
  for (const double nu : {0.0, 0.3, 0.4285}) EXPECT_EQ(averaged_part(NeoHookean::make(1e5, nu)), 0);
  const NeoHookean stiff = NeoHookean::make(1e5, 0.495);  // lambda = 99 mu
  EXPECT_NEAR((1 - averaged_part(stiff)) * stiff.lambda, 6 * stiff.mu, 1e-9 * stiff.mu);
  const MooneyRivlin rubber = MooneyRivlin::make(1e4, 2e4, 50 * 6e4);
  EXPECT_NEAR(averaged_part(rubber), 1 - 6.0 / 50, 1e-12);
}

}  // namespace
}  // namespace eulersolid::test
