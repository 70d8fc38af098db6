#pragma once

#include "grid/materials/inelastic.h"
#include "grid/materials/laws/mooney_rivlin.h"
#include "grid/materials/laws/neo_hookean.h"

namespace eulersolid {

/// A standard linear solid at finite strain: neo-Hookean, which stays, beside one Maxwell branch
/// that resists changes of shape and relaxes,
///
///     W = W_neo-Hookean + mu_b/2 (tr b - 3),     b = J^(-2/3) B_e,     d(dev b)/dt = -dev b / tau
///
/// at a given F (after Reese and Govindjee, Int. J. Solids Struct. 35 (1998) 3455-3482, whose law
/// is this one at small strains of the branch).
struct Maxwell {
  NeoHookean lasting;
  MooneyRivlin branch;
  double relaxation_time = 0;  ///< tau [s]

  static constexpr std::string_view name = "maxwell",
                                    doc = "neo-Hookean beside a branch that relaxes (Maxwell)";
  static constexpr LawParameter parameters[] = {
      youngs_modulus_key,
      poissons_ratio_key,
      {"branch_modulus",
       "Pa",
       {.low = 0, .low_open = true},
       "Shear modulus of the branch: what resists at once, and not for long."},
      {"relaxation_time",
       "s",
       {.low = 0, .low_open = true},
       "In which the stress of the branch falls to 1/e."}};

  static Maxwell make(double youngs_modulus, double poissons_ratio, double branch_modulus,
                      double relaxation_time) {
    return {NeoHookean::make(youngs_modulus, poissons_ratio),
            MooneyRivlin::make(branch_modulus / 2, 0, 0), relaxation_time};
  }

  /// Of both: what waves see.
  ES_HD Moduli small_strain() const {
    const double mu = 2 * branch.c1;
    return {lasting.mu + mu, lasting.lambda - 2 * mu / 3};
  }
  ES_HD double bulk() const { return lasting.bulk(); }
  ES_HD Volumetric volumetric(double log_J) const { return lasting.volumetric(log_J); }

  ES_HD Response response(const Deformation& d) const {
    Deformation of_branch = d;
    of_branch.B = d.elastic, of_branch.s2 = largest_row_sum(d.elastic);
    const Response stays = lasting.response(d), relaxes = branch.response(of_branch);
    return {stays.stress + relaxes.stress, stays.energy + relaxes.energy,
            stays.wave_modulus + relaxes.wave_modulus};
  }

  ES_HD double kept(double, double, double dt, double&) const {
    return std::exp(-dt / relaxation_time);
  }
};

}  // namespace eulersolid
