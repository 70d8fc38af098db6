#pragma once

#include "grid/materials/law.h"

namespace eulersolid {

/// Compressible Mooney-Rivlin solid, decoupled: with B' = J^(-2/3) B, I1' = tr B', I2' = tr B'^-1,
///
///     W = c1 (I1' - 3) + c2 (I2' - 3) + kappa/4 (J^2 - 1 - 2 ln J)   per reference volume.
///
/// (Holzapfel, Nonlinear Solid Mechanics, 2000, section 6.5; the volumetric part is that of Simo
/// and Taylor.)
///
/// Stress. As B' has determinant 1, I2' is its second invariant. With L = grad v and D its
/// symmetric part, dB/dt = L B + B L^T and dJ/dt = J tr D give
///
///     dI1'/dt = 2 dev(B') : D,     dI2'/dt = -2 dev(B'^-1) : D,
///
/// and from dW/dt = J sigma : D
///
///     J sigma = 2 c1 dev(B') - 2 c2 dev(B'^-1) + kappa/2 (J^2 - 1) I.
///
/// At small strain mu = 2 (c1 + c2), and kappa is the bulk modulus: lambda = kappa - 2/3 mu.
struct MooneyRivlin {
  double c1 = 0, c2 = 0, kappa = 0;  ///< [Pa]

  static constexpr std::string_view name = "mooney_rivlin", doc = "compressible Mooney-Rivlin";
  static constexpr LawParameter parameters[] = {
      {"c1", "Pa", {.low = 0, .low_open = true}, "Factor of I1 - 3, at constant volume."},
      {"c2",
       "Pa",
       {.low = 0},
       "Factor of I2 - 3, at constant volume; the shear modulus at small strain is 2 (c1 + c2)."},
      bulk_modulus_key,
  };

  static MooneyRivlin make(double c1, double c2, double bulk_modulus) {
    return {c1, c2, bulk_modulus};
  }

  ES_HD Moduli small_strain() const {
    const double mu = 2 * (c1 + c2);
    return {mu, kappa - 2 * mu / 3};
  }

  ES_HD double bulk() const { return kappa; }

  ES_HD Volumetric volumetric(double log_J) const {
    return simo_taylor(kappa, log_J, std::exp(2 * log_J));
  }

  ES_HD Response response(const Deformation& d) const {
    const double root = std::exp(d.log_J * (-1.0 / 3)), root2 = root * root;  // J^(-1/3)
    const Symmetric B = root2 * d.B, inverse = (root2 * root2) * cofactor(d.B);
    const double I1 = trace(B), I2 = trace(inverse), J2 = 1 / (d.det * d.det);
    return {stress(B, inverse, I1, I2, J2, d.det),
            c1 * (I1 - 3) + c2 * (I2 - 3) + simo_taylor(kappa, d.log_J, J2).energy,
            wave_modulus(root2 * d.s2, largest_row_sum(inverse), I1, I2, J2)};
  }

  /// The Cauchy stress [Pa] from B', its inverse, their traces, J^2 and 1/J.
  ES_HD Symmetric stress(const Symmetric& B, const Symmetric& inverse, double I1, double I2,
                         double J2, double det) const {
    const double a = 2 * c1 * det, b = -2 * c2 * det;
    const double p = kappa / 2 * (J2 - 1) * det - (a * I1 + b * I2) / 3;
    return {a * B.xx + b * inverse.xx + p, a * B.yy + b * inverse.yy + p,
            a * B.zz + b * inverse.zz + p, a * B.xy + b * inverse.xy,
            a * B.xz + b * inverse.xz,     a * B.yz + b * inverse.yz};
  }

  /// Along F + t a (x) F^T n with |a| = |n| = 1, B' and C = B'^-1 the tensors at t = 0, the second
  /// derivatives of I1', I2' and of the volumetric part (without its factor kappa) are
  ///
  ///     10/9 (a.n)^2 I1' - 8/3 (a.n) (a.B'n) + 2 n.B'n,
  ///     -2/9 (a.n)^2 I2' + 4/3 (a.n) (a.Cn)  + 2 a.Ca,
  ///     1/2 (a.n)^2 (J^2 + 1).
  ///
  /// With p = n.B'n, b the eigenvalues of B' and B'n = p n + q t, q^2 <= (b_max - p) (p - b_min),
  /// the first is a matrix in the plane of n and t: 10/9 I1' - 2/3 p and 2 p on its diagonal, -4/3
  /// q beside it. No eigenvalue exceeds the larger of
  ///     2 b_max     and     10/9 I1' + 2/9 b_max - 8/9 b_min,
  /// as less the diagonal they leave at least 2 (b_max - p) and 8/9 (p - b_min), whose product
  /// is at least (4/3 q)^2. In the same way that of the second, less 2 a.Ca, has 4/3 n.Cn - 2/9 I2'
  /// and 0 on its diagonal and no eigenvalue above 4/3 c_max - 2/9 I2', as I2' <= 3 c_max. All
  /// three bounds are exact at rest.
  ///
  /// @param max_B,max_C  at least the largest eigenvalues of B' and of C; b_min >= 1 / max_C
  ES_HD double wave_modulus(double max_B, double max_C, double I1, double I2, double J2) const {
    const double first = larger(2 * max_B, 10.0 / 9 * I1 + 2.0 / 9 * max_B - 8.0 / 9 / max_C);
    const double second = 10.0 / 3 * max_C - 2.0 / 9 * I2;
    return c1 * first + c2 * second + kappa / 2 * (J2 + 1);
  }
};

}  // namespace eulersolid
