#pragma once

#include <cmath>
#include <string_view>

#include "grid/materials/constants.h"
#include "grid/materials/symmetric.h"
#include "kernels/math/range.h"

namespace eulersolid {

/// What a law of elasticity consists of. A law is a struct of a few numbers in a header of its own:
///
///     static constexpr std::string_view name, doc;    its name in scenes; what it is, in a phrase
///     static constexpr LawParameter parameters[];     what a user gives
///     static Law make(double, ...);                   from the parameters, in their order
///     Moduli small_strain() const;
///     Volumetric volumetric(double log_J) const;      its part that sees the volume alone
///     double bulk() const;                            second derivative of that at rest
///     Response response(const Deformation&) const;
///
/// It stands in the list of laws.h, from which scenes, schema and simulation take what they need.
/// All that laws see of F is B = F F^T; those with members `fibre`, a direction in the solid at
/// rest, and `winding` see F a_0 as well.

/// A number that a user gives for a law.
struct LawParameter {
  std::string_view key;
  std::string_view unit;  ///< "-" for a pure number
  Range range;
  std::string_view doc;
};

/// Lame's parameters [Pa] of a law's linearisation at rest, sigma = 2 mu eps + lambda tr(eps) I.
struct Moduli {
  double mu = 0, lambda = 0;
};

/// Young's modulus and Poisson's ratio at small strain, of laws that are given by them.
constexpr LawParameter youngs_modulus_key{
    "youngs_modulus", "Pa", {.low = 0, .low_open = true}, "Young's modulus E at small strain."};
constexpr LawParameter poissons_ratio_key{"poissons_ratio",
                                          "-",
                                          {.low = 0, .high = max_poissons_ratio},
                                          "Poisson's ratio at small strain."};

/// The bulk modulus kappa at small strain, of laws that keep volume and shape apart.
constexpr LawParameter bulk_modulus_key{
    "bulk_modulus",
    "Pa",
    {.low = 0, .low_open = true},
    "Bulk modulus at small strain: in rubber many times the shear modulus, here at most 99 times."};

/// Lame's parameters from Young's modulus [Pa] and Poisson's ratio.
inline Moduli lame(double youngs_modulus, double poissons_ratio) {
  const double nu = poissons_ratio;
  return {youngs_modulus / (2 * (1 + nu)), youngs_modulus * nu / ((1 + nu) * (1 - 2 * nu))};
}

/// The part U(ln J) of a law's energy that keeps the volume: convex, with its minimum at rest.
struct Volumetric {
  double energy = 0;  ///< U, per reference volume [Pa]
  double slope = 0;   ///< dU / d ln J [Pa]; its stress is slope / J I
};

/// U = kappa/4 (J^2 - 1 - 2 ln J), convex in J and unbounded as J -> 0 (Simo and Taylor, Comput.
/// Methods Appl. Mech. Eng. 85 (1991) 273-310). Waves see no more than kappa/2 (J^2 + 1) of it.
ES_HD inline Volumetric simo_taylor(double kappa, double log_J, double J2) {
  return {kappa / 4 * (J2 - 1) - kappa / 2 * log_J, kappa / 2 * (J2 - 1)};
}

/// A deformation F as laws see it.
struct Deformation {
  Symmetric B;       ///< F F^T [-]
  double det = 1;    ///< det(grad X) = 1/J [-]
  double log_J = 0;  ///< ln J [-]
  double s2 = 1;     ///< at least the largest squared stretch, the largest eigenvalue of B [-]
  Vec3 fibre = {};   ///< F a_0 of laws with fibres
  Symmetric elastic = {};  ///< B_e = F C F^T of laws with memory (inelastic.h)
};

/// How fibres wind around a line along `fibre` of a law; as they are, they run along it.
struct Winding {
  Vec3 centre;                   ///< on the line [m]
  double along = 1, around = 0;  ///< cosine and sine of the angle between fibres and the line
};

template <class L>
concept HasFibres = requires(const L& law) {
  law.fibre;
  law.winding;
};

/// The direction of fibres where the material is X at rest, of length one. On the line itself,
/// which nothing winds around, they run along it.
template <class L>
ES_HD inline Vec3 fibre_at(const L& law, Vec3 X) {
  const Winding& winding = law.winding;
  if (winding.around == 0) return law.fibre;
  const Vec3 ring = cross(law.fibre, X - winding.centre);
  const double radius = norm(ring);
  if (!(radius > 0)) return law.fibre;
  return winding.along * law.fibre + (winding.around / radius) * ring;
}

/// What a law answers.
struct Response {
  Symmetric stress;         ///< Cauchy [Pa]
  double energy = 0;        ///< per reference volume [Pa]; 0 at rest
  double wave_modulus = 0;  ///< rho c^2 with rho the density at rest and c at least the speed of
                            ///< the fastest wave through the deformed solid [Pa]; exact at rest
};

}  // namespace eulersolid
