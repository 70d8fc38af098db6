#include "tests/grid/materials/random_laws.h"

/// The wave modulus of a law against its acoustic tensor.

namespace eulersolid::test {
namespace {

template <class L>
class WaveModulus : public testing::Test {};
TYPED_TEST_SUITE(WaveModulus, AllLaws);

/// Of a symmetric matrix (Smith, Commun. ACM 4 (1961) 168).
double largest_eigenvalue(const Mat3& A) {
  const double mean = trace(A) / 3;
  const Mat3 rest = A - mean * identity3();
  const double p = std::sqrt(trace(rest * transpose(rest)) / 6);
  if (p == 0) return mean;
  const double r = std::fmin(std::fmax(determinant((1 / p) * rest) / 2, -1.0), 1.0);
  return mean + 2 * p * std::cos(std::acos(r) / 3);
}

template <class L>
double fastest(const L& law, const Mat3& F, RandomNumbers& random) {
  double most = 0;
  for (int direction = 0; direction < 20; ++direction)
    most = std::fmax(
        most, largest_eigenvalue(acoustic_tensor(law, F, normalized(random_vector(random)))));
  return most;
}

TYPED_TEST(WaveModulus, IsNeverLessThanThatOfAWave) {
  RandomNumbers random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const TypeParam law = random_law<TypeParam>(random);
    const Mat3 F = random_gradient(random);
    EXPECT_GE(law.response(deformation(law, F)).wave_modulus, (1 - 1e-8) * fastest(law, F, random))
        << trial;
  }
}

/// Along the principal directions, where Gershgorin's bound is exact and waves are fastest.
TYPED_TEST(WaveModulus, IsNeverLessAlongThePrincipalDirections) {
  RandomNumbers random(2);
  for (int trial = 0; trial < 200; ++trial) {
    const TypeParam law = random_law<TypeParam>(random);
    const Mat3 F = diagonal(std::pow(2, random.uniform(-1, 1)), std::pow(2, random.uniform(-1, 1)),
                            std::pow(2, random.uniform(-1, 1)));
    for (const Vec3 n : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
      EXPECT_GE(law.response(deformation(law, F)).wave_modulus,
                (1 - 1e-8) * largest_eigenvalue(acoustic_tensor(law, F, n)))
          << trial;
  }
}

/// lambda + 2 mu, and 4 k1 along fibres; a bound that is not exact here would cost time steps in
/// every run.
TYPED_TEST(WaveModulus, IsExactAtRest) {
  RandomNumbers random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const TypeParam law = random_law<TypeParam>(random);
    const Moduli m = law.small_strain();
    const double fibres = stiffness_of_fibres(law);
    const double bound = law.response(deformation(law, identity3())).wave_modulus;
    EXPECT_NEAR(bound, m.lambda + 2 * m.mu + fibres, 1e-14 * bound);
    if (fibres > 0) continue;  // one way alone: differences see half of it
    EXPECT_NEAR(bound, fastest(law, identity3(), random), 1e-9 * bound);
  }
}

}  // namespace
}  // namespace eulersolid::test
