#pragma once

#include "grid/materials/inelastic.h"
#include "grid/materials/laws/mooney_rivlin.h"

namespace eulersolid {

/// J2 plasticity with linear isotropic hardening, at finite strain: with b = J^(-2/3) B_e,
///
///     W = mu/2 (tr b - 3) + kappa/4 (J^2 - 1 - 2 ln J),     J dev sigma = mu dev b,
///     |mu dev b| <= sqrt(2/3) (sigma_y + H a),
///
/// and where that is reached b flows along its deviator, a growing by sqrt(2/3) of the flow (Simo
/// and Hughes, Computational Inelasticity, 1998, section 9.3).
struct Plastic {
  MooneyRivlin elastic;
  double yield = 0, hardening = 0;  ///< sigma_y, H [Pa]

  static constexpr std::string_view name = "plastic",
                                    doc = "elastic up to a yield stress (J2 plasticity)";
  static constexpr LawParameter parameters[] = {
      youngs_modulus_key,
      poissons_ratio_key,
      {"yield_stress",
       "Pa",
       {.low = 0, .low_open = true},
       "Tension at which it begins to flow, J times the true stress."},
      {"hardening_modulus",
       "Pa",
       {.low = 0},
       "By what the yield stress grows with the equivalent plastic strain; 0: not at all."}};

  static Plastic make(double youngs_modulus, double poissons_ratio, double yield_stress,
                      double hardening_modulus) {
    const Moduli m = lame(youngs_modulus, poissons_ratio);
    return {MooneyRivlin::make(m.mu / 2, 0, m.lambda + 2 * m.mu / 3), yield_stress,
            hardening_modulus};
  }

  ES_HD Moduli small_strain() const { return elastic.small_strain(); }
  ES_HD double bulk() const { return elastic.bulk(); }
  ES_HD Volumetric volumetric(double log_J) const { return elastic.volumetric(log_J); }

  ES_HD Response response(const Deformation& d) const {
    Deformation of_elastic = d;
    of_elastic.B = d.elastic, of_elastic.s2 = largest_row_sum(d.elastic);
    return elastic.response(of_elastic);
  }

  ES_HD double kept(double deviator, double mean, double, double& strain) const {
    const double mu = 2 * elastic.c1, root = std::sqrt(2.0 / 3);
    const double stress = mu * deviator, beyond = stress - root * (yield + hardening * strain);
    if (!(beyond > 0)) return 1;
    const double flow = beyond / (2 * mu * mean + 2 * hardening / 3);
    strain += root * flow;
    return 1 - 2 * mu * mean * flow / stress;
  }
};

}  // namespace eulersolid
