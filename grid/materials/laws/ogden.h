#pragma once

#include "grid/materials/law.h"
#include "grid/materials/principal_axes.h"

namespace eulersolid {

/// Ogden solid of two terms, decoupled: with s_i' = J^(-1/3) s_i the principal stretches at
/// constant volume,
///
///     W = sum_p 2 mu_p / alpha_p^2 (sum_i s_i'^alpha_p - 3) + kappa/4 (J^2 - 1 - 2 ln J)
///
/// per reference volume (Ogden, Proc. R. Soc. A 326 (1972) 565-584; with moduli mu_p >= 0 that add
/// up to the shear modulus at small strain, so that any alpha will do; the volumetric part is that
/// of Simo and Taylor). Terms with alpha 2 and -2 are Mooney-Rivlin's, one with alpha -> 0 is
/// Hencky's mu sum (ln s_i')^2.
///
/// Written in the strains e_i = (s_i'^alpha - 1)/alpha, ln s_i' where alpha is 0, nothing cancels
/// with a small alpha, and the principal values of J sigma are
///
///     tau_i = sum_p 2 mu_p (e_i - mean e) + kappa/2 (J^2 - 1).
struct Ogden {
  struct Term {
    double mu = 0;     ///< [Pa]
    double alpha = 0;  ///< [-]
  };
  Term terms[2];
  double kappa = 0;  ///< [Pa]

  static constexpr std::string_view name = "ogden", doc = "compressible Ogden of two terms";
  static constexpr Range exponents{.low = -10, .high = 10};
  static constexpr LawParameter parameters[] = {
      {"mu_1",
       "Pa",
       {.low = 0, .low_open = true},
       "Part of the first term in the shear modulus at small strain: its energy is 2 mu_1 / "
       "alpha_1^2 (sum of stretches^alpha_1 - 3), at constant volume."},
      {"alpha_1", "-", exponents, "Exponent of the first term."},
      {"mu_2", "Pa", {.low = 0}, "Part of the second term in the shear modulus at small strain."},
      {"alpha_2", "-", exponents, "Exponent of the second term."},
      bulk_modulus_key,
  };

  static Ogden make(double mu_1, double alpha_1, double mu_2, double alpha_2, double bulk_modulus) {
    return {{{mu_1, alpha_1}, {mu_2, alpha_2}}, bulk_modulus};
  }

  ES_HD Moduli small_strain() const {
    const double mu = terms[0].mu + terms[1].mu;
    return {mu, kappa - 2 * mu / 3};
  }

  ES_HD double bulk() const { return kappa; }

  ES_HD Volumetric volumetric(double log_J) const {
    return simo_taylor(kappa, log_J, std::exp(2 * log_J));
  }

  /// (e^x - 1 - x) / x^2. The series is right to rounding where the difference is not.
  ES_HD static double second_remainder(double x) {
    if (std::fabs(x) > 0.05) return (std::expm1(x) - x) / (x * x);
    return 1.0 / 2 +
           x * (1.0 / 6 +
                x * (1.0 / 24 + x * (1.0 / 120 + x * (1.0 / 720 + x * (1.0 / 5040 + x / 40320)))));
  }

  ES_HD Response response(const Deformation& d) const {
    const PrincipalAxes B = principal_axes_of(d.B);
    const double J2 = 1 / (d.det * d.det);
    double log_stretch[3];  // at constant volume
    for (int i = 0; i < 3; ++i) log_stretch[i] = 0.5 * std::log(B.value[i]) - d.log_J / 3;
    const Volumetric bulk = simo_taylor(kappa, d.log_J, J2);
    double stress[3] = {bulk.slope, bulk.slope, bulk.slope};
    Response r;
    r.energy = bulk.energy, r.wave_modulus = kappa / 2 * (J2 + 1);
    for (const Term& term : terms) add(term, log_stretch, stress, r);
    for (int i = 0; i < 3; ++i) r.stress = r.stress + (d.det * stress[i]) * dyad(B.axis[i]);
    return r;
  }

  /// Along F + t a (x) F^T n with |a| = |n| = 1 let c = a.n, x_i = s_i'^2, k_i = x_i^(alpha/2), K
  /// the tensor of these, lo, hi and S their least, largest and sum. The second derivative of
  /// 2 mu / alpha^2 S is 2 mu / alpha^2 times
  ///
  ///     alpha n.Kn + alpha (alpha - 2)/2 Q - 2/3 alpha^2 c a.Kn + alpha/3 (alpha/3 + 1) S c^2.
  ///
  /// Q has (x_i x_j)^(...) by the mean value theorem: (x_j^b - x_i^b) x_i x_j / (x_i - x_j) for two
  /// axes, b = alpha/2 - 1, is |b| times something between lo and hi, and so
  /// lo (1 + c^2) <= Q <= hi (1 + c^2). With c a.Kn >= c^2 (hi + lo)/2 - |c| (hi - lo)/2 the whole
  /// is a polynomial in |c|, and no more than its first two terms at 1 and a third that is not
  /// negative. Exact at rest: 4/3 mu.
  ES_HD static void add(const Term& term, const double* log_stretch, double* stress, Response& r) {
    double e[3], k[3], energy = 0;
    for (int i = 0; i < 3; ++i) {
      const double l = log_stretch[i], x = term.alpha * l;
      e[i] = x == 0 ? l : l * (std::expm1(x) / x), k[i] = 1 + term.alpha * e[i];
      energy += l * l * second_remainder(x);  // the logarithms add up to zero
    }
    const double mean = (e[0] + e[1] + e[2]) / 3, sum = k[0] + k[1] + k[2];
    for (int i = 0; i < 3; ++i) stress[i] += 2 * term.mu * (e[i] - mean);
    r.energy += 2 * term.mu * energy;
    const double lo = smaller(k[0], smaller(k[1], k[2])), hi = larger(k[0], larger(k[1], k[2]));
    const double most = larger(e[0], larger(e[1], e[2])),
                 least = smaller(e[0], smaller(e[1], e[2]));
    const bool weak = term.alpha >= 0 && term.alpha < 2, strong = term.alpha >= 2;
    const double of_Q = 0.5 * (weak ? lo : hi);
    const double constant = of_Q + (strong ? 0 : most - least), linear = (hi - lo) / 3;
    const double square = of_Q + (strong ? mean - most : mean - least) + sum / 9 - (hi + lo) / 3;
    r.wave_modulus += 2 * term.mu * (constant + linear + larger(square, 0));
  }
};

}  // namespace eulersolid
