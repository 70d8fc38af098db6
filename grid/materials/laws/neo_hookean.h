#pragma once

#include "grid/materials/law.h"

namespace eulersolid {

/// Compressible neo-Hookean solid in terms of B = F F^T and J = det F:
///
///     W     = mu/2 (tr B - 3) - mu ln J + lambda/2 (ln J)^2   per reference volume,
///     sigma = [mu (B - I) + lambda ln J I] / J
///
/// (Bonet and Wood, Nonlinear Continuum Mechanics, 2nd ed., Eq. 6.27 and 6.29).
struct NeoHookean {
  double mu = 0, lambda = 0;  ///< Lame's parameters [Pa]

  static constexpr std::string_view name = "neo_hookean", doc = "compressible neo-Hookean";
  static constexpr LawParameter parameters[] = {youngs_modulus_key, poissons_ratio_key};

  static NeoHookean make(double youngs_modulus, double poissons_ratio) {
    const Moduli moduli = lame(youngs_modulus, poissons_ratio);
    return {moduli.mu, moduli.lambda};
  }

  ES_HD Moduli small_strain() const { return {mu, lambda}; }

  ES_HD double bulk() const { return lambda; }

  ES_HD Volumetric volumetric(double log_J) const {
    return {0.5 * lambda * log_J * log_J, lambda * log_J};
  }

  ES_HD Response response(const Deformation& d) const {
    const double shear = mu * d.det, pressure = (lambda * d.log_J - mu) * d.det;
    return {{shear * d.B.xx + pressure, shear * d.B.yy + pressure, shear * d.B.zz + pressure,
             shear * d.B.xy, shear * d.B.xz, shear * d.B.yz},
            0.5 * mu * (trace(d.B) - 3) - mu * d.log_J + 0.5 * lambda * d.log_J * d.log_J,
            wave_modulus(d)};
  }

  /// The second derivative of W along F + t a (x) F^T n, with |a| = |n| = 1, is
  ///     mu n.Bn + (mu + lambda (1 - ln J)) (a.n)^2,
  /// and n.Bn is at most the largest squared stretch.
  ES_HD double wave_modulus(const Deformation& d) const {
    return mu * (d.s2 + 1) + lambda * std::fmax(1 - d.log_J, 0.0);
  }
};

}  // namespace eulersolid
