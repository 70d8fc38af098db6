#include "bench/verification/laws.h"

#include <cmath>

#include "bench/verification/scenes.h"
#include "kernels/math/mat3.h"

namespace eulersolid::verification {

namespace {

double squares(Vec3 s) { return dot(s, s); }
double volume_ratio(Vec3 s) { return s.x * s.y * s.z; }

/// Sum of stretches at constant volume to a power.
double powers(Vec3 s, double alpha) {
  const double J = volume_ratio(s);
  return std::pow(J, -alpha / 3) *
         (std::pow(s.x, alpha) + std::pow(s.y, alpha) + std::pow(s.z, alpha));
}

double of_volume(Vec3 s, double kappa) {
  const double J = volume_ratio(s);
  return kappa / 4 * (J * J - 1 - 2 * std::log(J));
}

MaterialSpec material(const std::string& model, double viscosity,
                      std::map<std::string, double, std::less<>> parameters) {
  return {model, density, viscosity, std::move(parameters)};
}

}  // namespace

Vec3 Law::stress(Vec3 s) const {
  constexpr double d = 1e-4;  // of order 4: 1e-16 from what is left out, 1e-12 by rounding
  Vec3 result;
  for (int axis = 0; axis < 3; ++axis) {
    const auto at = [&](double step) {
      Vec3 moved = s;
      moved[axis] += step;
      return energy(moved);
    };
    result[axis] = (8 * (at(d) - at(-d)) - (at(2 * d) - at(-2 * d))) / (12 * d);
  }
  return result;
}

Vec3 Law::stretches_under(Vec3 nominal) const {
  Vec3 s{1, 1, 1};
  for (int round = 1; round <= 60; ++round) {
    // The load grows over the first 20 rounds, so that Newton's method stays near.
    const Vec3 missing = std::fmin(1, round / 20.0) * nominal - stress(s);
    Mat3 stiffness{};
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 more = s, less = s;
      more[axis] += 1e-4, less[axis] -= 1e-4;
      const Vec3 column = (1 / 2e-4) * (stress(more) - stress(less));
      for (int row = 0; row < 3; ++row) stiffness.r[row][axis] = column[row];
    }
    s += inverse(stiffness) * missing;
  }
  return s;
}

Law neo_hookean(double nu, double viscosity) {
  const double mu = shear_modulus(nu), lambda = lame_lambda(nu);
  return {"neo-hookean", "Bonet and Wood, 2nd ed., Eq. 6.27", soft(nu, viscosity), [=](Vec3 s) {
            const double log_J = std::log(volume_ratio(s));
            return mu / 2 * (squares(s) - 3) - mu * log_J + lambda / 2 * log_J * log_J;
          }};
}

Law fibre_reinforced(double activation, double viscosity) {
  const double nu = 0.3, k1 = 0.2 * youngs_modulus, k2 = 0.8, tension = 0.5 * youngs_modulus;
  const Law matrix = neo_hookean(nu, viscosity);
  MaterialSpec spec = material("fibre_reinforced", viscosity,
                               {{"youngs_modulus", youngs_modulus},
                                {"poissons_ratio", nu},
                                {"fibre_modulus", k1},
                                {"fibre_stiffening", k2},
                                {"active_tension", tension}});
  spec.fibre = {1, 0, 0};
  return {"fibre-reinforced", "Holzapfel, Gasser and Ogden, J. Elasticity 61 (2000) 1-48, Eq. 66",
          spec, [=](Vec3 s) {
            const double e = s.x * s.x - 1, x = 2 * (s.x - 1);
            const double stretched = e > 0 ? k1 / (2 * k2) * (std::exp(k2 * e * e) - 1) : 0;
            return matrix.energy(s) + stretched + activation * tension * 0.5 * (x - x * x * x / 3);
          }};
}

std::vector<Law> laws(double viscosity) {
  const double nu = 0.3, mu = shear_modulus(nu), lambda = lame_lambda(nu),
               kappa = lambda + 2.0 / 3 * mu;
  const std::map<std::string, double, std::less<>> moduli{{"youngs_modulus", youngs_modulus},
                                                          {"poissons_ratio", nu}};
  const double c1 = 0.35 * mu, c2 = 0.15 * mu, mu_1 = 0.6 * mu, mu_2 = 0.4 * mu;
  return {
      neo_hookean(nu, viscosity),
      {"mooney-rivlin", "Holzapfel, Nonlinear Solid Mechanics, section 6.5",
       material("mooney_rivlin", viscosity, {{"c1", c1}, {"c2", c2}, {"bulk_modulus", kappa}}),
       [=](Vec3 s) {
         // I2 of a deformation of constant volume is I1 of its inverse.
         return c1 * (powers(s, 2) - 3) + c2 * (powers(s, -2) - 3) + of_volume(s, kappa);
       }},
      {"ogden", "Ogden, Proc. R. Soc. A 326 (1972) 565-584",
       material("ogden", viscosity,
                {{"mu_1", mu_1},
                 {"alpha_1", 1.3},
                 {"mu_2", mu_2},
                 {"alpha_2", -2.5},
                 {"bulk_modulus", kappa}}),
       [=](Vec3 s) {
         return 2 * mu_1 / (1.3 * 1.3) * (powers(s, 1.3) - 3) +
                2 * mu_2 / (2.5 * 2.5) * (powers(s, -2.5) - 3) + of_volume(s, kappa);
       }},
      {"fixed-corotated", "Stomakhin et al., Symposium on Computer Animation 2012",
       material("fixed_corotated", viscosity, moduli),
       [=](Vec3 s) {
         const double J = volume_ratio(s);
         return mu * squares(s - Vec3{1, 1, 1}) + lambda / 2 * (J - 1) * (J - 1);
       }},
      {"st-venant-kirchhoff", "Bonet and Wood, 2nd ed., Eq. 6.10",
       material("st_venant_kirchhoff", viscosity, moduli),
       [=](Vec3 s) {
         const Vec3 e{0.5 * (s.x * s.x - 1), 0.5 * (s.y * s.y - 1), 0.5 * (s.z * s.z - 1)};
         const double tr = e.x + e.y + e.z;
         return mu * squares(e) + lambda / 2 * tr * tr;
       }},
  };
}

}  // namespace eulersolid::verification
