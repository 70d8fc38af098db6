#pragma once

#include "grid/materials/inelastic.h"
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

/// F C F^T with F = A^-1 by the columns of A = grad X.
ES_HD inline Symmetric pushed_forward(Vec3 a0, Vec3 a1, Vec3 a2, double det, const Symmetric& C) {
  const double one = 1 / det;
  const Mat3 F{{one * cross(a1, a2), one * cross(a2, a0), one * cross(a0, a1)}};
  return upper_half(F * (full(C) * transpose(F)));
}

/// Does a law ask which material is at a point?
template <class L>
ES_HD inline bool depends_on_place(const L& law) {
  if constexpr (HasFibres<L>) return law.winding.around != 0;
  return HasMemory<L>;
}

/// What a law sees of the map, and of what it remembers.
/// @param X  the material, where fibres wind [m]
template <class L>
ES_HD inline Deformation deformation_of(const L& law, Vec3 a0, Vec3 a1, Vec3 a2, double det,
                                        double log_J, const Inelastic& memory = {}, Vec3 X = {}) {
  Deformation d;
  d.B = left_cauchy_green(a0, a1, a2, det);
  d.det = det, d.log_J = log_J, d.s2 = largest_row_sum(d.B);
  if constexpr (HasFibres<L>) d.fibre = pushed_forward(a0, a1, a2, det, fibre_at(law, X));
  if constexpr (HasMemory<L>) d.elastic = pushed_forward(a0, a1, a2, det, memory.C);
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
                                    double log_J, const Inelastic& memory = {}, Vec3 X = {}) {
  return state_of(solid, deformation_of(solid.law, a0, a1, a2, det, log_J, memory, X));
}

}  // namespace eulersolid
