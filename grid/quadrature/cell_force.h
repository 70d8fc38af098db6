#pragma once

#include "grid/quadrature/constants.h"
#include "grid/quadrature/point_states.h"

namespace eulersolid {

/// What one cell of a body tells the body.
struct CellState {
  double energy = 0;         ///< elastic [J]
  double volume = 0;         ///< of the solid part [m^3]
  double least_det = 1e300;  ///< smallest det(grad X) of the solid part [-]
  double most_det = 0;
  double speed2 = 0;         ///< largest squared pressure-wave speed [m^2/s^2]
  double viscous_power = 0;  ///< dissipated by the viscous stress [W]
  double viscosity = 0;      ///< kinematic, of pressure waves in the solid at rest [m^2/s]
  int clamped = 0;           ///< points whose stretches were clamped for the stress
};

/// Mass [kg] and internal force [N] that a cell gives to its corners.
struct CellLoads {
  double mass[8];
  Vec3 force[8];
};

/// Forces of the corners, -sum_q t_q . grad S_N(q), with t = w sigma at the points.
ES_HD inline void scatter_stress(const CellPoints& points, const double (*t)[8], double h,
                                 Vec3* force) {
  // Rows of the symmetric stress among xx, yy, zz, xy, xz, yz.
  const int row[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  for (int i = 0; i < 3; ++i) {
    double corner[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    add_divergence(points, t[row[i][0]], t[row[i][1]], t[row[i][2]], -1 / h, corner);
    for (int n = 0; n < 8; ++n) force[n][i] = corner[n];
  }
}

/// Damping time of a shock [s]: k h^2 max(0, -tr D) / c^2, with c the speed of pressure waves at
/// rest. The viscous stress of this time, 2 mu D + lambda tr D I, is that of von Neumann and
/// Richtmyer (J. Appl. Phys. 21 (1950) 232-237) in all directions: of second order in the jump of
/// velocities across a cell, it spreads what would be a jump over few cells and leaves waves that
/// are resolved alone.
/// @param growth  mean of tr D over the cell [1/s]
/// @param c2      c^2 [m^2/s^2]
ES_HD inline double shock_damping(double growth, double h, double c2) {
  return shock_viscosity * h * h * larger(0, -growth) / c2;
}

/// Mass and internal force of one cell by one point in each octant,
///     m_N = sum_q rho det(A) w_q S_N(q),     f_N = -sum_q w_q sigma_q grad S_N(q)
/// (thesis section 4.1.1, integrated by finite volumes). One point per cell would leave
/// checkerboard modes without force.
///
/// @param u  displacements x - X of the corners [m]; A = I - grad u
/// @param v  velocities of the corners [m/s]
template <class L>
ES_HD inline CellState cell_loads(const Solid<L>& solid, const Vec3* u, const Vec3* v,
                                  const CellPoints& points, double h, CellLoads& loads) {
  const double* w = points.w;
  PointColumns A, grad_v;
  PointStates states;
  point_columns(points, u, h, -1, 1, A);
  elastic_states(solid, A, w, states);
  point_columns(points, v, h, 1, 0, grad_v);
  const double mean_growth = mean_trace(grad_v, w);
  const Moduli moduli = solid.law.small_strain();
  const double c2 = (moduli.lambda + 2 * moduli.mu) / solid.density;
  const double viscosity = solid.viscosity + shock_damping(mean_growth, h, c2);
  CellState state;
  state.viscosity = viscosity * c2;
  for (int q = 0; q < 8; ++q) {
    const double det = states.det[q];
    if (w[q] <= 0) {  // an empty octant's map may be anything, and 0 times infinity is not 0
      for (int n = 0; n < 6; ++n) states.t[n][q] = 0;
      loads.mass[q] = 0;
      continue;
    }
    if (needs_clamp(det)) {
      const Symmetric B = left_cauchy_green(A.x(q), A.y(q), A.z(q), det);
      set_state(states, q, w[q], clamped_point_state(solid, B));
      state.clamped += 1;
    }
    if (viscosity > 0) {
      Symmetric s;
      state.viscous_power += w[q] * add_viscous_stress(solid, viscosity, grad_v.x(q), grad_v.y(q),
                                                       grad_v.z(q), mean_growth, s);
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
  share(points, loads.mass);
  scatter_stress(points, states.t, h, loads.force);
  return state;
}

}  // namespace eulersolid
