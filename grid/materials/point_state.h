#pragma once

#include "grid/materials/material.h"

namespace eulersolid {

/// Stress, energy and wave speed of one point.
struct PointState {
  Symmetric stress;   ///< Cauchy, without viscosity [Pa]
  double energy = 0;  ///< per volume of the deformed solid [Pa]
  double speed2 = 0;  ///< squared speed of the fastest wave [m^2/s^2]
};

/// B = F F^T = (A^T A)^-1 by the adjugate, from the columns of A = grad X.
ES_HD inline Symmetric left_cauchy_green(Vec3 a0, Vec3 a1, Vec3 a2, double det) {
  const Symmetric gram{dot(a0, a0), dot(a1, a1), dot(a2, a2),
                       dot(a0, a1), dot(a0, a2), dot(a1, a2)};
  return (1 / (det * det)) * cofactor(gram);
}

template <class L>
ES_HD inline PointState state_of(const Solid<L>& solid, const Deformation& d) {
  const Response r = solid.law.response(d);
  return {r.stress, r.energy * d.det, r.wave_modulus / solid.density};
}

/// @param a0,a1,a2  columns of A = grad X
/// @param log_J  ln(1 / det), passed in so that callers can compute several at once
template <class L>
ES_HD inline PointState point_state(const Solid<L>& solid, Vec3 a0, Vec3 a1, Vec3 a2, double det,
                                    double log_J) {
  const Symmetric B = left_cauchy_green(a0, a1, a2, det);
  return state_of(solid, Deformation{B, det, log_J, largest_row_sum(B)});
}

}  // namespace eulersolid
