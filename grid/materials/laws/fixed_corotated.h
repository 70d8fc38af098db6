#pragma once

#include "grid/materials/law.h"

namespace eulersolid {

/// Fixed corotated solid: with V = B^(1/2), whose eigenvalues are the principal stretches s_i,
///
///     W       = mu sum_i (s_i - 1)^2 + lambda/2 (J - 1)^2   per reference volume,
///     J sigma = 2 mu (B - V) + lambda (J - 1) J I
///
/// (Stomakhin, Howes, Schroeder and Teran, Energetically consistent invertible elasticity,
/// Symposium on Computer Animation 2012, section 3.4). Its energy stays finite as J -> 0.
///
/// V by its invariants: i_1 = tr V and i_2 = tr cof V are tied to those of B,
///     i_1^2 = tr B + 2 i_2,      i_2^2 = tr cof B + 2 J i_1,
/// and V = [i_1 J I + (i_1^2 - i_2) B - B^2] / (i_1 i_2 - J) (Ting, J. Elasticity 15 (1985) 319-
/// 323).
struct FixedCorotated {
  double mu = 0, lambda = 0;  ///< Lame's parameters [Pa]

  static constexpr std::string_view name = "fixed_corotated", doc = "fixed corotated";
  static constexpr LawParameter parameters[] = {youngs_modulus_key, poissons_ratio_key};

  static FixedCorotated make(double youngs_modulus, double poissons_ratio) {
    const Moduli moduli = lame(youngs_modulus, poissons_ratio);
    return {moduli.mu, moduli.lambda};
  }

  ES_HD Moduli small_strain() const { return {mu, lambda}; }

  ES_HD double bulk() const { return lambda; }

  /// lambda/2 (J - 1)^2 down to J = 1/2, where its slope in ln J is least; from there on straight,
  /// so that it is convex.
  ES_HD Volumetric volumetric(double log_J) const {
    const double J = larger(std::exp(log_J), 0.5), slope = lambda * (J - 1) * J;
    return {0.5 * lambda * (J - 1) * (J - 1) + slope * smaller(log_J - std::log(0.5), 0), slope};
  }

  /// tr V from tr B, tr cof B and J. The root of i = f(i) = sqrt(tr B + 2 sqrt(tr cof B + 2 J i)):
  /// f is concave, and its slope at most 1/9, so that Newton's steps come down from
  /// sqrt(3 tr B) without fail; five reach rounding.
  ES_HD static double trace_of_root(double trace_B, double trace_cofactor, double J) {
    double i = std::sqrt(3 * trace_B);
    for (int step = 0; step < 5; ++step) {
      const double second = std::sqrt(trace_cofactor + 2 * J * i);
      const double first = std::sqrt(trace_B + 2 * second);
      i -= (i - first) / (1 - J / (first * second));
    }
    return i;
  }

  ES_HD Response response(const Deformation& d) const {
    const double J = 1 / d.det, trace_B = trace(d.B), trace_cofactor = trace(cofactor(d.B));
    const double i1 = trace_of_root(trace_B, trace_cofactor, J);
    const double i2 = std::sqrt(trace_cofactor + 2 * J * i1), part = 1 / (i1 * i2 - J);
    const Symmetric V =
        (part * (i1 * i1 - i2)) * d.B + (-part) * square(d.B) + isotropic(part * i1 * J);
    const Symmetric kirchhoff = (2 * mu) * d.B + (-2 * mu) * V + isotropic(lambda * (J - 1) * J);
    return {d.det * kirchhoff, mu * (trace_B - 2 * i1 + 3) + 0.5 * lambda * (J - 1) * (J - 1),
            wave_modulus(d.s2, J)};
  }

  /// The second derivative of W along F + t a (x) F^T n, with |a| = |n| = 1, is
  ///     2 mu n.Bn - 2 mu (tr V)'' + lambda J^2 (a.n)^2,
  /// and tr V, the sum of F's singular values, is convex in F.
  ES_HD double wave_modulus(double s2, double J) const { return 2 * mu * s2 + lambda * J * J; }
};

}  // namespace eulersolid
