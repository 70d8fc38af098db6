#pragma once

#include <string_view>

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
/// Laws are isotropic: all they see of F is B = F F^T.

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

/// The part U(ln J) of a law's energy that keeps the volume: convex, with its minimum at rest.
struct Volumetric {
  double energy = 0;  ///< U, per reference volume [Pa]
  double slope = 0;   ///< dU / d ln J [Pa]; its stress is slope / J I
};

/// A deformation F as laws see it.
struct Deformation {
  Symmetric B;       ///< F F^T [-]
  double det = 1;    ///< det(grad X) = 1/J [-]
  double log_J = 0;  ///< ln J [-]
  double s2 = 1;     ///< at least the largest squared stretch, the largest eigenvalue of B [-]
};

/// What a law answers.
struct Response {
  Symmetric stress;         ///< Cauchy [Pa]
  double energy = 0;        ///< per reference volume [Pa]; 0 at rest
  double wave_modulus = 0;  ///< rho c^2 with rho the density at rest and c at least the speed of
                            ///< the fastest wave through the deformed solid [Pa]; exact at rest
};

}  // namespace eulersolid
