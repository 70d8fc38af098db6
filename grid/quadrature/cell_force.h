#pragma once

#include "grid/materials/point_state.h"
#include "grid/quadrature/octants.h"

namespace eulersolid {

/// What one cell of a body tells the body.
struct CellState {
  double energy = 0;         ///< elastic [J]
  double volume = 0;         ///< of the solid part [m^3]
  double least_det = 1e300;  ///< smallest det(grad X) of the solid part [-]
  double most_det = 0;
  double speed2 = 0;         ///< largest squared pressure-wave speed [m^2/s^2]
  double viscous_power = 0;  ///< dissipated by the Kelvin-Voigt stress [W]
  int clamped = 0;           ///< octants whose stretches were clamped for the stress
};

/// Mass [kg] and internal force [N] that a cell gives to its corners.
struct CellLoads {
  double mass[8];
  Vec3 force[8];
};

/// Columns of grad f at the eight octants, component by component, so that loops over q run in
/// vector registers.
struct OctantColumns {
  double c0[3][8], c1[3][8], c2[3][8];

  ES_HD Vec3 x(int q) const { return {c0[0][q], c0[1][q], c0[2][q]}; }
  ES_HD Vec3 y(int q) const { return {c1[0][q], c1[1][q], c1[2][q]}; }
  ES_HD Vec3 z(int q) const { return {c2[0][q], c2[1][q], c2[2][q]}; }
};

/// sign grad f, plus `diagonal` on the diagonal.
ES_HD inline void octant_columns(const Vec3* corner, double h, double sign, double diagonal,
                                 OctantColumns& out) {
  for (int i = 0; i < 3; ++i) {
    double value[8];
    for (int n = 0; n < 8; ++n) value[n] = corner[n][i];
    const octants::Gradient<double> g = octants::gradient(value, sign / h);
    for (int q = 0; q < 8; ++q) {
      out.c0[i][q] = g.x[octants::along_x(q)] + (i == 0 ? diagonal : 0);
      out.c1[i][q] = g.y[octants::along_y(q)] + (i == 1 ? diagonal : 0);
      out.c2[i][q] = g.z[octants::along_z(q)] + (i == 2 ? diagonal : 0);
    }
  }
}

/// Adds to the corners' forces -sum_q t_q . grad S_N(q), with t = w sigma at the octants.
ES_HD inline void scatter_stress(const double (*t)[8], double h, Vec3* force) {
  // Rows of the symmetric stress among xx, yy, zz, xy, xz, yz.
  const int row[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  for (int i = 0; i < 3; ++i) {
    octants::Gradient<double> flux;
    const double *tx = t[row[i][0]], *ty = t[row[i][1]], *tz = t[row[i][2]];
    for (int n = 0; n < 4; ++n) {
      const int y = (n & 1) + 4 * (n >> 1);
      flux.x[n] = tx[2 * n] + tx[2 * n + 1];
      flux.y[n] = ty[y] + ty[y + 2];
      flux.z[n] = tz[n] + tz[n + 4];
    }
    double corner[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    octants::add_divergence(flux, -1 / h, corner);
    for (int n = 0; n < 8; ++n) force[n][i] = corner[n];
  }
}

/// Elastic states of the octants, component by component: w sigma [N m], w times the energy per
/// volume [J] and the squared wave speed [m^2/s^2].
struct OctantStates {
  double det[8], t[6][8], energy[8], speed2[8];
};

ES_HD inline void set_octant(OctantStates& states, int q, double w, const PointState& p) {
  states.t[0][q] = w * p.stress.xx, states.t[1][q] = w * p.stress.yy;
  states.t[2][q] = w * p.stress.zz, states.t[3][q] = w * p.stress.xy;
  states.t[4][q] = w * p.stress.xz, states.t[5][q] = w * p.stress.yz;
  states.energy[q] = w * p.energy;
  states.speed2[q] = p.speed2;
}

ES_HD inline void add_stress(OctantStates& states, int q, double w, const Symmetric& stress) {
  states.t[0][q] += w * stress.xx, states.t[1][q] += w * stress.yy;
  states.t[2][q] += w * stress.zz, states.t[3][q] += w * stress.xy;
  states.t[4][q] += w * stress.xz, states.t[5][q] += w * stress.yz;
}

/// The states of all octants as if none were tangled; loops without branches, for vector registers.
template <class L>
ES_HD inline void elastic_states(const Solid<L>& solid, const OctantColumns& A, const double* w,
                                 OctantStates& states) {
  double log_J[8];
  double* det = states.det;
  for (int q = 0; q < 8; ++q) det[q] = dot(A.x(q), cross(A.y(q), A.z(q)));
  for (int q = 0; q < 8; ++q) log_J[q] = -std::log(larger(det[q], clamp_det_low));
  for (int q = 0; q < 8; ++q)
    set_octant(states, q, w[q], point_state(solid, A.x(q), A.y(q), A.z(q), det[q], log_J[q]));
}

/// Mass and internal force of one cell by one point in each octant,
///     m_N = sum_q rho det(A) w_q S_N(q),     f_N = -sum_q w_q sigma_q grad S_N(q)
/// (thesis section 4.1.1, integrated by finite volumes). One point per cell would leave
/// checkerboard modes without force.
///
/// @param u  displacements x - X of the corners [m]; A = I - grad u
/// @param v  velocities of the corners [m/s], read only for a viscous material
/// @param w  solid volumes of the octants [m^3]
template <class L>
ES_HD inline CellState cell_loads(const Solid<L>& solid, const Vec3* u, const Vec3* v,
                                  const double* w, double h, CellLoads& loads) {
  OctantColumns A, grad_v;
  OctantStates states;
  octant_columns(u, h, -1, 1, A);
  elastic_states(solid, A, w, states);
  if (solid.viscosity > 0) octant_columns(v, h, 1, 0, grad_v);
  CellState state;
  for (int q = 0; q < 8; ++q) {
    const double det = states.det[q];
    if (w[q] <= 0) {  // an empty octant's map may be anything, and 0 times infinity is not 0
      for (int n = 0; n < 6; ++n) states.t[n][q] = 0;
      loads.mass[q] = 0;
      continue;
    }
    if (needs_clamp(det)) {
      const Symmetric B = left_cauchy_green(A.x(q), A.y(q), A.z(q), det);
      set_octant(states, q, w[q], clamped_point_state(solid, B));
      state.clamped += 1;
    }
    if (solid.viscosity > 0) {
      Symmetric s;
      state.viscous_power +=
          w[q] * add_viscous_stress(solid, grad_v.x(q), grad_v.y(q), grad_v.z(q), s);
      add_stress(states, q, w[q], s);
    }
    if (!(det >= state.least_det)) state.least_det = det;
    if (!(det <= state.most_det)) state.most_det = det;
    state.energy += states.energy[q];
    state.volume += w[q];
    state.speed2 = larger(state.speed2, states.speed2[q]);
    const double stretch = larger(det, clamp_det_low);
    loads.mass[q] = solid.density * (stretch < clamp_det_high ? stretch : clamp_det_high) * w[q];
  }
  octants::blend8(loads.mass);
  scatter_stress(states.t, h, loads.force);
  return state;
}

}  // namespace eulersolid
