#pragma once

#include "grid/history/history_view.h"
#include "grid/materials/point_state.h"
#include "grid/quadrature/cell_points.h"

namespace eulersolid {

/// What the points of a cell remember.
struct PointMemory {
  HistoryView history;
  const Vec3* X = nullptr;  ///< their material, of laws that ask for it; none: nothing

  ES_HD Inelastic now(int q) const { return X ? history.at(X[q], history.now) : Inelastic{}; }
  ES_HD Inelastic before(int q) const { return X ? history.at(X[q], history.before) : Inelastic{}; }
  ES_HD Vec3 material(int q) const { return X ? X[q] : Vec3{}; }
};

/// Elastic states of the points, component by component: w sigma [N m], w times the energy per
/// volume [J] and the squared wave speed [m^2/s^2]. log_J is -ln det.
struct PointStates {
  double det[8], log_J[8], t[6][8], energy[8], speed2[8];
};

ES_HD inline void set_state(PointStates& states, int q, double w, const PointState& p) {
  states.t[0][q] = w * p.stress.xx, states.t[1][q] = w * p.stress.yy;
  states.t[2][q] = w * p.stress.zz, states.t[3][q] = w * p.stress.xy;
  states.t[4][q] = w * p.stress.xz, states.t[5][q] = w * p.stress.yz;
  states.energy[q] = w * p.energy;
  states.speed2[q] = p.speed2;
}

ES_HD inline void add_stress(PointStates& states, int q, double w, const Symmetric& stress) {
  states.t[0][q] += w * stress.xx, states.t[1][q] += w * stress.yy;
  states.t[2][q] += w * stress.zz, states.t[3][q] += w * stress.xy;
  states.t[4][q] += w * stress.xz, states.t[5][q] += w * stress.yz;
}

/// Lets `solid.averaged` of each point's volumetric energy U(ln J) act on the mean of ln J over the
/// cell instead, by reference volumes V = w det(A):
///
///     E = sum_q V_q (W_q - a U(ln J_q)) + a V U(m),     m = sum_q V_q ln J_q / V.
///
/// While the solid moves V_q stays and d ln J_q is the divergence of the motion, so that the stress
/// of a point grows by a (U'(m) - U'(ln J_q)) / J_q I. A cell has then but one constraint where it
/// is nearly incompressible, not eight. (A mean dilatation: Nagtegaal, Parks and Rice, Comput.
/// Methods Appl. Mech. Eng. 4 (1974) 153-177; of the logarithm, so that volumes multiply.)
template <class L>
ES_HD inline void average_volumes(const Solid<L>& solid, const double* w, PointStates& states) {
  double volume[8], total = 0, mean = 0;
  for (int q = 0; q < 8; ++q) {
    volume[q] = w[q] > 0 ? w[q] * states.det[q] : 0;
    if (w[q] > 0) total += volume[q], mean += volume[q] * states.log_J[q];
  }
  if (!(total > 0)) return;
  const Volumetric of_mean = solid.law.volumetric(mean / total);
  for (int q = 0; q < 8; ++q) {
    if (volume[q] == 0) continue;
    const Volumetric own = solid.law.volumetric(states.log_J[q]);
    const double part = solid.averaged * volume[q];
    for (int i = 0; i < 3; ++i) states.t[i][q] += part * (of_mean.slope - own.slope);
    states.energy[q] += part * (of_mean.energy - own.energy);
  }
}

ES_HD inline void determinants(const PointColumns& A, double* det) {
  for (int q = 0; q < 8; ++q) det[q] = dot(A.x(q), cross(A.y(q), A.z(q)));
}

/// The states of all points, of those without solid as well, where they mean nothing; loops without
/// branches, for vector registers.
/// @param states  has the determinants of A
/// @param memory  of the points, where the law has one
template <class L>
ES_HD inline void elastic_states(const Solid<L>& solid, const PointColumns& A, const double* w,
                                 const PointMemory& memory, PointStates& states) {
  double *det = states.det, *log_J = states.log_J;
  for (int q = 0; q < 8; ++q) log_J[q] = -std::log(larger(det[q], 1e-300));
  for (int q = 0; q < 8; ++q)
    set_state(states, q, w[q],
              point_state(solid, A.x(q), A.y(q), A.z(q), det[q], log_J[q], memory.now(q),
                          memory.material(q)));
  if (solid.averaged > 0) average_volumes(solid, w, states);
}

/// What the change of activation has changed the energy by, per volume at rest [Pa].
template <class L>
ES_HD inline double activated_energy(const L& law, const PointColumns& A, int q, double det,
                                     Vec3 X) {
  if (law.activated == 0) return 0;
  Deformation d;
  d.fibre = pushed_forward(A.x(q), A.y(q), A.z(q), det, fibre_at(law, X));
  return law.activated * law.energy_of_activation(d);
}

/// What the flow of a solid with memory did at a given map.
struct Flow {
  double dissipated = 0;  ///< per volume at rest [Pa]
  double power = 0;       ///< of the stress before it, less that after it, per volume [W/m^3]
};

/// @param l0,l1,l2  columns of grad v
template <class L>
ES_HD inline Flow flow_at(const L& law, const PointColumns& A, int q, double det, double log_J,
                          const PointMemory& memory, Vec3 l0, Vec3 l1, Vec3 l2) {
  const Inelastic old_memory = memory.before(q), new_memory = memory.now(q);
  if (old_memory.C == new_memory.C) return {};  // as of all that is elastic
  const auto response = [&](const Inelastic& of) {
    return law.response(deformation_of(law, A.x(q), A.y(q), A.z(q), det, log_J, of));
  };
  const Response before = response(old_memory), now = response(new_memory);
  const Symmetric s = before.stress + -1 * now.stress;
  return {before.energy - now.energy, s.xx * l0.x + s.yy * l1.y + s.zz * l2.z +
                                          s.xy * (l0.y + l1.x) + s.xz * (l0.z + l2.x) +
                                          s.yz * (l1.z + l2.y)};
}

/// Mean of tr grad v over the solid of a cell.
ES_HD inline double mean_trace(const PointColumns& grad_v, const double* w) {
  double total = 0, sum = 0;
  for (int q = 0; q < 8; ++q) {
    if (w[q] <= 0) continue;
    total += w[q], sum += w[q] * (grad_v.c0[0][q] + grad_v.c1[1][q] + grad_v.c2[2][q]);
  }
  return total > 0 ? sum / total : 0;
}

}  // namespace eulersolid
