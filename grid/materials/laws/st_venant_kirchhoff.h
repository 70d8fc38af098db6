#pragma once

#include "grid/materials/law.h"

namespace eulersolid {

/// St. Venant-Kirchhoff solid, Hooke's law in Green's strain E = (F^T F - I)/2:
///
///     W       = lambda/2 (tr E)^2 + mu E : E   per reference volume,
///     J sigma = lambda tr E B + mu (B^2 - B)
///
/// (Bonet and Wood, Nonlinear Continuum Mechanics, 2nd ed., Eq. 6.10 and 6.11), with
/// tr E = (tr B - 3)/2 and E : E = (B : B - 2 tr B + 3)/4. Meant for small strains and any turns:
/// squeezed to less than 0.577 of its length it softens, and nothing keeps it from being turned
/// inside out.
struct StVenantKirchhoff {
  double mu = 0, lambda = 0;  ///< Lame's parameters [Pa]

  static constexpr std::string_view name = "st_venant_kirchhoff",
                                    doc = "St. Venant-Kirchhoff (small strains)";
  static constexpr LawParameter parameters[] = {youngs_modulus_key, poissons_ratio_key};

  static StVenantKirchhoff make(double youngs_modulus, double poissons_ratio) {
    const Moduli moduli = lame(youngs_modulus, poissons_ratio);
    return {moduli.mu, moduli.lambda};
  }

  ES_HD Moduli small_strain() const { return {mu, lambda}; }

  ES_HD double bulk() const { return lambda; }

  /// What lambda/2 (tr E)^2 is where all stretches are equal: 9/8 lambda (J^(2/3) - 1)^2.
  ES_HD Volumetric volumetric(double log_J) const {
    const double b = std::exp(log_J * (2.0 / 3));
    return {9.0 / 8 * lambda * (b - 1) * (b - 1), 1.5 * lambda * (b - 1) * b};
  }

  ES_HD Response response(const Deformation& d) const {
    const Symmetric square_B = square(d.B);
    const double trace_B = trace(d.B), trace_E = 0.5 * (trace_B - 3);
    const Symmetric kirchhoff = (lambda * trace_E - mu) * d.B + mu * square_B;
    return {d.det * kirchhoff,
            0.5 * lambda * trace_E * trace_E + 0.25 * mu * (trace(square_B) - 2 * trace_B + 3),
            wave_modulus(largest_row_sum(kirchhoff), d.s2)};
  }

  /// The second derivative of W along F + t a (x) F^T n, with |a| = |n| = 1, is
  ///     n.(J sigma)n + lambda (a.Bn)^2 + mu [(a.Ba) (n.Bn) + (a.Bn)^2].
  /// @param stress  at least the largest eigenvalue of J sigma [Pa]
  /// @param s2  at least the largest eigenvalue of B [-]
  ES_HD double wave_modulus(double stress, double s2) const {
    return larger(stress + (lambda + 2 * mu) * s2 * s2, 0);
  }
};

}  // namespace eulersolid
