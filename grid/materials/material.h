#pragma once

#include "kernels/math/mat3.h"

namespace eulersolid {

/// Compressible neo-Hookean solid with Kelvin-Voigt damping, in terms of B = F F^T and J = det F:
///
///     sigma = [mu (B - I) + lambda ln J I] / J + b (2 mu D + lambda tr D I),
///     W     = mu/2 (tr B - 3) - mu ln J + lambda/2 (ln J)^2   per reference volume.
///
/// (Bonet and Wood, Nonlinear Continuum Mechanics, 2nd ed., Eq. 6.27 and 6.29.)
struct Material {
  double mu = 0, lambda = 0;  ///< Lame's parameters [Pa]
  double density = 0;         ///< of the undeformed solid [kg/m^3]
  double viscosity = 0;       ///< b [s]
};

/// @param youngs_modulus [Pa] > 0
/// @param poissons_ratio [-] in [0, 0.5)
inline Material make_material(double density, double youngs_modulus, double poissons_ratio,
                              double viscosity) {
  const double nu = poissons_ratio;
  return {youngs_modulus / (2 * (1 + nu)), youngs_modulus * nu / ((1 + nu) * (1 - 2 * nu)), density,
          viscosity};
}

/// Energy per reference volume [Pa] from tr B and ln J.
ES_HD inline double energy_density(const Material& m, double trace_B, double log_J) {
  return 0.5 * m.mu * (trace_B - 3) - m.mu * log_J + 0.5 * m.lambda * log_J * log_J;
}

/// Squared speed [m^2/s^2] of a pressure wave along the direction of a squared stretch s2, seen in
/// the deformed solid: s^2 dP/ds / rho with P the first Piola stress of a uniaxial increment,
///     c^2 = (mu (s^2 + 1) + lambda (1 - ln J)) / rho.
ES_HD inline double wave_speed_squared(const Material& m, double s2, double log_J) {
  return (m.mu * (s2 + 1) + m.lambda * std::fmax(1 - log_J, 0.0)) / m.density;
}

/// Clamp the singular values of F to [low, high] through the eigenvalues of the symmetric B = F
/// F^T, by Jacobi rotations. For the stress of a cell that is about to tangle.
ES_HD inline Mat3 clamp_stretches(Mat3 B, double low, double high) {
  Mat3 V = identity3();
  for (int sweep = 0; sweep < 8; ++sweep) {
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (B[p][q] == 0) continue;
        const double theta = 0.5 * (B[q][q] - B[p][p]) / B[p][q];
        const double t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        Mat3 R = identity3();
        R[p][p] = c, R[q][q] = c, R[p][q] = s, R[q][p] = -s;
        B = transpose(R) * (B * R);
        V = V * R;
      }
    }
  }
  const double least = low * low, most = high * high;
  Vec3 values;
  for (int i = 0; i < 3; ++i) values[i] = std::fmin(std::fmax(B[i][i], least), most);
  return V * (diagonal(values.x, values.y, values.z) * transpose(V));
}

}  // namespace eulersolid
