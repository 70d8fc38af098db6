#pragma once

#include "grid/materials/laws/neo_hookean.h"

namespace eulersolid {

/// A neo-Hookean matrix with fibres along a_0 of the solid at rest, of stretch s = |F a_0|, that
/// resist being stretched and pull when they are activated by a part A, as muscle does:
///
///     W = W_matrix + k1 / (2 k2) (exp(k2 (s^2 - 1)^2) - 1) [s > 1] + A T g(s),
///     g'(s) = max(0, 1 - ((s - 1) / w)^2),   g(1 - w) = 0,
///     sigma = sigma_matrix + (W_s / (J s)) f f^T,   f = F a_0.
///
/// The fibres' energy is that of Holzapfel, Gasser and Ogden (J. Elasticity 61 (2000) 1-48, Eq.
/// 66). T is the nominal tension of isometric contraction at rest length, over the area at rest;
/// g' is the relation of force and length (Gordon, Huxley and Julian, J. Physiol. 184 (1966)
/// 170-192) by a parabola of half width w = 1/2. The energy of active fibres is what they can
/// still do; it comes and goes with activation.
struct FibreReinforced {
  static constexpr double width = 0.5;  ///< w [-]

  NeoHookean matrix;
  double k1 = 0, k2 = 0;  ///< [Pa], [-]
  double tension = 0;     ///< T [Pa]
  Vec3 fibre{0, 0, 1};    ///< a_0, of length one, or the line that it winds around
  Winding winding;
  double activation = 0;  ///< A [-]
  double activated = 0;   ///< what A has changed by at the end of this step [-]

  static constexpr std::string_view name = "fibre_reinforced",
                                    doc = "neo-Hookean with fibres that can pull, as muscle";
  static constexpr LawParameter parameters[] = {
      youngs_modulus_key,
      poissons_ratio_key,
      {"fibre_modulus", "Pa", {.low = 0}, "Stiffness k1 of fibres that are stretched; 0: none."},
      {"fibre_stiffening",
       "-",
       {.low = 0, .high = 100},
       "k2 of exp(k2 (s^2 - 1)^2): how fast fibres stiffen with their stretch s."},
      {"active_tension",
       "Pa",
       {.low = 0},
       "What fibres pull with at their length at rest while a region's `activation` is 1, over the "
       "area at rest."}};

  static FibreReinforced make(double youngs_modulus, double poissons_ratio, double fibre_modulus,
                              double fibre_stiffening, double active_tension) {
    FibreReinforced law;
    law.matrix = NeoHookean::make(youngs_modulus, poissons_ratio);
    law.k1 = fibre_modulus, law.k2 = fibre_stiffening, law.tension = active_tension;
    return law;
  }

  /// Of the matrix: fibres at rest resist in one direction, and one way.
  ES_HD Moduli small_strain() const { return matrix.small_strain(); }

  ES_HD double bulk() const { return matrix.bulk(); }

  ES_HD Volumetric volumetric(double log_J) const { return matrix.volumetric(log_J); }

  /// A function of the stretch with two derivatives.
  struct OfStretch {
    double value = 0, slope = 0, curvature = 0;
  };

  /// g.
  ES_HD static OfStretch active(double s) {
    const double x = larger(-1, smaller((s - 1) / width, 1));
    return {width * (2.0 / 3 + x - x * x * x / 3), 1 - x * x,
            std::fabs(x) < 1 ? -2 * x / width : 0};
  }

  /// The energy of stretched fibres.
  ES_HD OfStretch passive(double s) const {
    const double e = s * s - 1;
    if (e < -1e-9) return {};  // at rest, but for rounding, they are about to resist
    const double power = std::exp(k2 * e * e);
    return {k2 > 0 ? k1 / (2 * k2) * std::expm1(k2 * e * e) : 0.5 * k1 * e * e,
            2 * k1 * s * e * power, 2 * k1 * power * (e + 2 * s * s * (1 + 2 * k2 * e * e))};
  }

  /// Energy per reference volume that a change of A by one brings [Pa].
  ES_HD double energy_of_activation(const Deformation& d) const {
    return tension * active(norm(d.fibre)).value;
  }

  ES_HD Response response(const Deformation& d) const {
    Response r = matrix.response(d);
    const double s = norm(d.fibre), pull = activation * tension;
    const OfStretch a = active(s), p = passive(s);
    const double slope = p.slope + pull * a.slope, along = slope * d.det / s;
    r.stress = r.stress + along * dyad(d.fibre);
    r.energy += p.value + pull * a.value;
    // Along F + t b (x) F^T n, with |b| = |n| = 1, s changes by (b.f)(n.f)/s and (n.f)^2 (1 -
    // (b.f)^2/s^2)/s: the second derivative of W(s) is at most the larger of s^2 W'' and s W', or
    // 0.
    r.wave_modulus += larger(0, larger(s * s * (p.curvature + pull * a.curvature), s * slope));
    return r;
  }
};

}  // namespace eulersolid
