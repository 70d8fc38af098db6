#include "tests/grid/materials/random_laws.h"

/// Laws of solids with memory, at a point.

namespace eulersolid::test {
namespace {

/// Cauchy stress of a law at F with a memory.
template <class L>
Mat3 stress(const L& law, const Mat3& F, const Inelastic& memory) {
  Deformation d = deformation(law, F);
  d.elastic = upper_half(F * (full(memory.C) * transpose(F)));
  return full(law.response(d).stress);
}

template <class L>
double energy(const L& law, const Mat3& F, const Inelastic& memory) {
  Deformation d = deformation(law, F);
  d.elastic = upper_half(F * (full(memory.C) * transpose(F)));
  return law.response(d).energy;
}

double von_mises(const Mat3& s) {
  const Mat3 dev = s - (trace(s) / 3) * identity3();
  return std::sqrt(1.5 * trace(dev * transpose(dev)));
}

constexpr double yield = 2e3, hardening = 5e3;
const Plastic metal = Plastic::make(1e5, 0.3, yield, hardening);

/// Any motion in many steps: the stress stays on the yield surface or inside, volume is the map's
/// alone, energy is dissipated, and an observer who turns sees the same.
TEST(Plastic, StaysWithinTheYieldSurfaceAndDissipates) {
  RandomNumbers random(1);
  for (int trial = 0; trial < 20; ++trial) {
    Inelastic memory, turned;
    Mat3 F = identity3();
    for (int step = 0; step < 50; ++step) {
      F = (identity3() + Mat3{{random_vector(random, 0.05), random_vector(random, 0.05),
                               random_vector(random, 0.05)}}) *
          F;
      const Mat3 Q = random_rotation(random), A = inverse(F);
      const double before = energy(metal, F, memory), hard = memory.strain;
      memory = flowed(metal, A, memory, 0.1);
      turned = flowed(metal, A * transpose(Q), turned, 0.1);
      EXPECT_NEAR(determinant(full(memory.C)), 1, 1e-9);
      const double most = yield + hardening * memory.strain;
      EXPECT_LE(determinant(F) * von_mises(stress(metal, F, memory)), most * (1 + 1e-9));
      if (memory.strain > hard) {
        EXPECT_NEAR(determinant(F) * von_mises(stress(metal, F, memory)), most, 1e-6 * most);
      }
      EXPECT_LE(energy(metal, F, memory), before + 1e-9);
      EXPECT_NEAR(turned.strain, memory.strain, 1e-9);
    }
    EXPECT_GT(memory.strain, 0.1);
  }
}

/// Sheared by a small g: mu g up to sigma_y / sqrt 3, then with the slope mu H / (3 mu + H); and
/// back, elastically.
TEST(Plastic, HardensAsTheClosedFormOfSimpleShearSays) {
  const double mu = 2 * metal.elastic.c1, tau = yield / std::sqrt(3.0);
  const auto at = [](double g) { return Mat3{{{1, g, 0}, {0, 1, 0}, {0, 0, 1}}}; };
  Inelastic memory;
  double g = 0;
  for (int step = 1; step <= 400; ++step) {
    g = 0.1 * step / 400;
    memory = flowed(metal, inverse(at(g)), memory, 1);
    const double flowing = tau + mu * hardening / (3 * mu + hardening) * (g - tau / mu);
    // Second order in g, of finite strain.
    EXPECT_NEAR(stress(metal, at(g), memory)[0][1], std::fmin(mu * g, flowing), 0.02 * tau) << g;
  }
  const double top = stress(metal, at(g), memory)[0][1], less = 0.5 * tau / mu;
  const Inelastic back = flowed(metal, inverse(at(g - less)), memory, 1);
  EXPECT_EQ(back.strain, memory.strain);
  EXPECT_NEAR(top - stress(metal, at(g - less), memory)[0][1], 0.5 * tau, 0.01 * tau);
}

/// Pulled along x to a logarithmic strain e at constant volume, the true stress difference is
/// sigma_y + H a, a being what e is beyond the elastic part, where that is small.
TEST(Plastic, HardensAsTheClosedFormOfTensionSays) {
  const Plastic stiff = Plastic::make(1e7, 0.3, yield, hardening);
  Inelastic memory;
  Mat3 F;
  for (int step = 1; step <= 1000; ++step) {
    const double s = std::exp(0.5 * step / 1000);
    F = diagonal(s, 1 / std::sqrt(s), 1 / std::sqrt(s));
    memory = flowed(stiff, inverse(F), memory, 1);
  }
  const Mat3 sigma = stress(stiff, F, memory);
  const double mu = 2 * stiff.elastic.c1, pull = sigma[0][0] - sigma[1][1];
  EXPECT_NEAR(pull, yield + hardening * memory.strain, 1e-6 * pull);
  EXPECT_NEAR(memory.strain, 0.5 - pull / (3 * mu), 2e-3 * 0.5);  // steps, and pull / mu
}

/// At a strain that stays the branch's shear stress decays as exp(-t/tau), what lasts stays, and
/// steps of any size do the same.
TEST(Maxwell, RelaxesAsTheClosedFormSays) {
  const double mu_b = 3e4, tau = 0.2, g = 0.01;
  const Maxwell law = Maxwell::make(1e5, 0.3, mu_b, tau);
  const Mat3 F{{{1, g, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (const int steps : {1, 7}) {
    Inelastic memory;
    for (int step = 0; step < steps; ++step) memory = flowed(law, inverse(F), memory, 0.3 / steps);
    const double branch = stress(law, F, memory)[0][1] - law.lasting.mu * g;
    EXPECT_NEAR(branch, mu_b * g * std::exp(-0.3 / tau), 2e-3 * mu_b * g) << steps;  // and g^2
    EXPECT_NEAR(determinant(full(memory.C)), 1, 1e-12);
  }
}

/// After long, nothing but the lasting law; in no time, both.
TEST(Maxwell, EndsAtWhatLasts) {
  RandomNumbers random(3);
  const Maxwell law = Maxwell::make(1e5, 0.3, 3e4, 0.2);
  for (int trial = 0; trial < 50; ++trial) {
    const Mat3 F = random_gradient(random);
    const Inelastic late = flowed(law, inverse(F), Inelastic{}, 100.0);
    EXPECT_LT(distance(stress(law, F, late), test::stress(law.lasting, F)),
              1e-9 * size(test::stress(law, F)));
    const Inelastic now = flowed(law, inverse(F), Inelastic{}, 0.0);
    EXPECT_LT(distance(full(now.C), identity3()), 1e-12);
  }
}

}  // namespace
}  // namespace eulersolid::test
