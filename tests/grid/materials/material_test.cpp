#include "grid/materials/point_state.h"
#include "tests/grid/materials/random_laws.h"

/// What all laws share: viscosity, clamped stretches, and the state of a point.

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

template <class L>
PointState clamped_state(const Solid<L>& solid, const Mat3& A) {
  const Mat3 c = transpose(A);
  return clamped_point_state(solid, left_cauchy_green(c[0], c[1], c[2], determinant(A)));
}

/// From grad X to the law and back to the deformed solid: density of energy and speed of waves.
TYPED_TEST(AnySolid, StateOfAPointIsThatOfItsInverseGradient) {
  RandomNumbers random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const Solid<TypeParam> solid = random_solid<TypeParam>(random);
    const Mat3 F = random_gradient(random);
    const PointState p = state(solid, inverse(F));
    const Response r = solid.law.response(deformation(F));
    const double scale = 1e-11 * (stiffness(solid.law) + size(full(r.stress)));
    EXPECT_LT(distance(full(p.stress), full(r.stress)), scale);
    EXPECT_NEAR(p.energy, r.energy / determinant(F), scale);
    EXPECT_NEAR(p.speed2, r.wave_modulus / solid.density, 1e-11 * p.speed2);
  }
}

/// Where a point enters the range of clamping with stretches that need none, nothing jumps. (Where
/// a stretch is out of its own range, the stress does jump there, to a smaller one.)
TYPED_TEST(AnySolid, ClampingSetsInWithoutAJump) {
  RandomNumbers random(4);
  const Solid<TypeParam> solid = random_solid<TypeParam>(random);
  for (const double det : {clamp_det_low, clamp_det_high}) {
    const double s = std::cbrt(det);
    const Mat3 A =
        random_rotation(random) * (diagonal(1.3 * s, s / 1.3, s) * random_rotation(random));
    const PointState inside = state(solid, A), outside = clamped_state(solid, A);
    const double scale = 1e-11 * (stiffness(solid.law) + size(full(inside.stress)));
    EXPECT_LT(distance(full(inside.stress), full(outside.stress)), scale);
    EXPECT_NEAR(inside.energy, outside.energy, scale);
    EXPECT_GE(outside.speed2, inside.speed2 * (1 - 1e-12));
  }
}

TYPED_TEST(AnySolid, ClampedStateIsFiniteForAnyGradient) {
  RandomNumbers random(5);
  const Solid<TypeParam> solid = random_solid<TypeParam>(random);
  const double nan = std::nan(""), huge = 1e200;
  for (const Mat3& A : {Mat3{}, diagonal(1, 1, 0), diagonal(1, 1, -1), diagonal(huge, huge, huge),
                        diagonal(1e-200, 1, 1), diagonal(nan, 1, 1), diagonal(0.01, 3, 4),
                        diagonal(INFINITY, 1, 1), Mat3{{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}}}) {
    const PointState p = clamped_state(solid, A);
    EXPECT_TRUE(std::isfinite(size(full(p.stress))));
    EXPECT_TRUE(std::isfinite(p.energy));
    EXPECT_TRUE(std::isfinite(p.speed2) && p.speed2 > 0);
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

TEST(NeedsClamp, OutsideItsRangeAndForNotANumber) {
  EXPECT_FALSE(needs_clamp(1));
  EXPECT_FALSE(needs_clamp(clamp_det_low * 1.0001));
  EXPECT_TRUE(needs_clamp(clamp_det_low));
  EXPECT_TRUE(needs_clamp(clamp_det_high));
  EXPECT_TRUE(needs_clamp(-1));
  EXPECT_TRUE(needs_clamp(std::nan("")));
}

Mat3 random_B(RandomNumbers& random) {
  const auto eigenvalue = [&] { return std::pow(10, random.uniform(-2, 2)); };
  const Mat3 Q = random_rotation(random);
  return Q * (diagonal(eigenvalue(), eigenvalue(), eigenvalue()) * transpose(Q));
}

double frobenius(const Mat3& A) { return std::sqrt(trace(A * transpose(A))); }

TEST(ClampStretches, ClampsEigenvaluesInTheirDirections) {
  RandomNumbers random(6);
  for (int trial = 0; trial < 100; ++trial) {
    const Mat3 Q = random_rotation(random);
    const Mat3 B = Q * (diagonal(0.01, 3, 400) * transpose(Q));
    const Mat3 expected = Q * (diagonal(0.25, 3, 9) * transpose(Q));
    EXPECT_LT(distance(clamp_stretches(B, 0.5, 3), expected), 1e-12 * 400);
  }
}

/// A projection onto a convex set brings no two points farther apart: continuity with constant 1.
TEST(ClampStretches, BringsNoTwoTensorsFartherApart) {
  RandomNumbers random(7);
  for (int trial = 0; trial < 500; ++trial) {
    const Mat3 a = random_B(random), b = trial % 2 ? random_B(random) : a + 1e-6 * random_B(random);
    const Mat3 ca = clamp_stretches(a, 0.5, 3), cb = clamp_stretches(b, 0.5, 3);
    EXPECT_LE(frobenius(ca - cb), frobenius(a - b) + 1e-12 * frobenius(a)) << trial;
  }
}

}  // namespace
}  // namespace eulersolid::test
