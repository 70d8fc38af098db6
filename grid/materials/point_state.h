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

/// F a = A^-1 a by the columns of A = grad X.
ES_HD inline Vec3 pushed_forward(Vec3 a0, Vec3 a1, Vec3 a2, double det, Vec3 a) {
  return (1 / det) * Vec3{dot(cross(a1, a2), a), dot(cross(a2, a0), a), dot(cross(a0, a1), a)};
}

/// What a law sees of the map.
template <class L>
ES_HD inline Deformation deformation_of(const L& law, Vec3 a0, Vec3 a1, Vec3 a2, double det,
                                        double log_J) {
  const Symmetric B = left_cauchy_green(a0, a1, a2, det);
  Deformation d{B, det, log_J, largest_row_sum(B), {}};
  if constexpr (HasFibres<L>) d.fibre = pushed_forward(a0, a1, a2, det, law.fibre);
  return d;
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
  return state_of(solid, deformation_of(solid.law, a0, a1, a2, det, log_J));
}

}  // namespace eulersolid
