#pragma once

#include "grid/constants.h"
#include "grid/lattice.h"
#include "grid/quadrature/point_states.h"

namespace eulersolid {

/// What one cell of a body tells the body.
struct CellState {
  double energy = 0;       ///< elastic [J]
  double volume = 0;       ///< of the solid part, but for what is left out [m^3]
  double min_det = 1e300;  ///< smallest det(grad X) of the solid part [-]
  /// Largest squared speed of pressure waves [m^2/s^2]; as much less as a sliver weighs less than
  /// sliver_mass, since what it pushes does not.
  double speed2 = 0;
  double activated = 0;         ///< of the energy, by the change of activation [J]
  double flowed = 0;            ///< dissipated by flow in the last step [J]
  double flow_power = 0;        ///< of the stress that flow has taken, by the velocities [W]
  double viscous_power = 0;     ///< dissipated by the viscous stress [W]
  double artificial_power = 0;  ///< of it, by shocks and hourglasses, not by the material [W]
  double viscosity = 0;         ///< kinematic, of pressure waves in the solid at rest [m^2/s]
  std::uint8_t inverted = 0;    ///< octants whose points are left out, as bits
  double left_out = 0;          ///< their volume [m^3]

  /// The same of two materials that share the cell's points.
  ES_HD void join(const CellState& o) {
    energy += o.energy, volume += o.volume, activated += o.activated;
    flowed += o.flowed, flow_power += o.flow_power;
    min_det = smaller(min_det, o.min_det), speed2 = larger(speed2, o.speed2);
    viscous_power += o.viscous_power, artificial_power += o.artificial_power;
    viscosity = larger(viscosity, o.viscosity);
    inverted |= o.inverted, left_out = larger(left_out, o.left_out);
  }
};

/// Mass [kg] and internal force [N] that a cell gives to its corners; or, of what moves through it,
/// mass and momentum in a time [kg/s], [N] (momentum_flux.h).
struct CellLoads {
  double mass[8];
  Vec3 force[8];

  ES_HD void add(const CellLoads& o) {
    for (int n = 0; n < 8; ++n) mass[n] += o.mass[n], force[n] += o.force[n];
  }
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
ES_HD inline double shock_damping(double growth, const GridSpec& grid, double c2) {
  return grid.numerics.shock_viscosity * grid.h * grid.h * larger(0, -growth) / c2;
}

/// Amplitudes [m/s] of the four patterns that are left of a cell's corner velocities when a linear
/// field is taken out of them, y z, x z, x y and x y z with +1 and -1 at the corners.
struct Hourglass {
  Vec3 amplitude[4];

  ES_HD static void patterns(int corner, double* pattern) {
    const double x = corner & 1 ? 1 : -1, y = corner & 2 ? 1 : -1, z = corner & 4 ? 1 : -1;
    pattern[0] = y * z, pattern[1] = x * z, pattern[2] = x * y, pattern[3] = x * y * z;
  }
  ES_HD explicit Hourglass(const Vec3* v) {
    double pattern[4];
    for (int n = 0; n < 8; ++n) {
      patterns(n, pattern);
      for (int p = 0; p < 4; ++p) amplitude[p] += (0.125 * pattern[p]) * v[n];
    }
  }
  /// Mean over the corners of the squared velocity in the patterns.
  ES_HD double square() const {
    double sum = 0;
    for (int p = 0; p < 4; ++p) sum += dot(amplitude[p], amplitude[p]);
    return sum;
  }
  ES_HD Vec3 at(int corner) const {
    double pattern[4];
    patterns(corner, pattern);
    Vec3 sum;
    for (int p = 0; p < 4; ++p) sum += pattern[p] * amplitude[p];
    return sum;
  }
};

/// Damps the hourglass patterns of a cell by forces -m s/h times their velocities, with m its mass
/// and the speed s = 2 a min(1, a / 0.03 c), where a is their root mean square (after Flanagan and
/// Belytschko, Int. J. Numer. Methods Eng. 17 (1981) 679-706). Linear fields have none of them, so
/// that the forces have neither sum nor moment; fields that are resolved have little, and a third
/// power of it is felt.
/// @param mass  of the cell [kg]
/// @param c  speed of pressure waves at rest [m/s]
ES_HD inline void damp_hourglass(const Vec3* v, double mass, const GridSpec& grid, double c,
                                 Vec3* force, CellState& state) {
  const Hourglass pattern(v);
  const double square = pattern.square(), a = std::sqrt(square);
  const GridNumerics& numerics = grid.numerics;
  const double full_at = numerics.hourglass_speed * c;
  const double speed = numerics.hourglass_damping * a * smaller(1, a / full_at);
  const double k = mass * speed / grid.h;
  for (int n = 0; n < 8; ++n) force[n] -= k * pattern.at(n);
  state.viscous_power += 8 * k * square;
  state.artificial_power += 8 * k * square;
  // What damps the shortest wave, node by node of the other sign, as fast: 8 s/h.
  state.viscosity += 2 * speed * grid.h;
}

/// Points with solid whose map is inverted, that is, whose det(grad X) is out of range or not a
/// number, are left out: what they hold has neither mass nor stress until the map is one again.
ES_HD inline void leave_out_inverted(const double* det, DetRange range, CellPoints& points,
                                     CellState& state) {
  for (int q = 0; q < 8; ++q) {
    if (points.w[q] <= 0 || range.holds(det[q])) continue;
    state.inverted |= std::uint8_t(1 << q), state.left_out += points.w[q];
    points.w[q] = 0;
  }
}

/// Mass and internal force of one cell by one point in each octant,
///     m_N = sum_q rho det(A) w_q S_N(q),     f_N = -sum_q w_q sigma_q grad S_N(q)
/// (thesis section 4.1.1, integrated by finite volumes). One point per cell would leave
/// checkerboard modes without force.
///
/// @param u  displacements x - X of the corners [m]; A = I - grad u
/// @param v  velocities of the corners [m/s]
/// @param range  what lies outside is inverted, and left out
/// @param memory  of the points, where the law has one
/// @param part  of each point, which the solid has of it; null: all of all
/// @param solid_at  gets the masses of that, and loses what is inverted
template <class L>
ES_HD inline CellState cell_loads(const Solid<L>& solid, const Vec3* u, const Vec3* v,
                                  const GridSpec& grid, DetRange range, const double* part,
                                  const PointMemory& memory, MassPoints& solid_at,
                                  CellLoads& loads) {
  const double h = grid.h;
  CellPoints& points = solid_at.points;
  double* point_mass = solid_at.mass;
  double w[8];
  PointColumns A, grad_v;
  PointStates states;
  CellState state;
  point_columns(points, u, h, -1, 1, A);
  determinants(A, states.det);
  leave_out_inverted(states.det, range, points, state);
  for (int q = 0; q < 8; ++q) w[q] = part ? part[q] * points.w[q] : points.w[q];
  elastic_states(solid, A, w, memory, states);
  point_columns(points, v, h, 1, 0, grad_v);
  const double mean_growth = mean_trace(grad_v, w);
  const Moduli moduli = solid.law.small_strain();
  const double c2 = (moduli.lambda + 2 * moduli.mu) / solid.density;
  const double shock = shock_damping(mean_growth, grid, c2);
  const double viscosity = solid.viscosity + shock;
  state.viscosity = viscosity * c2;
  double mass = 0, at_rest = 0;
  for (int q = 0; q < 8; ++q) {
    const double det = states.det[q];
    if (w[q] <= 0) {  // an empty octant's map may be anything, and 0 times infinity is not 0
      for (int n = 0; n < 6; ++n) states.t[n][q] = 0;
      point_mass[q] = 0;
      continue;
    }
    if (viscosity > 0) {
      Symmetric s;
      state.viscous_power += w[q] * add_viscous_stress(solid, viscosity, grad_v.x(q), grad_v.y(q),
                                                       grad_v.z(q), mean_growth, s);
      add_stress(states, q, w[q], s);
    }
    if (!(det >= state.min_det)) state.min_det = det;
    state.energy += states.energy[q];
    if constexpr (HasFibres<L>)
      state.activated += det * w[q] * activated_energy(solid.law, A, q, det, memory.material(q));
    if constexpr (HasMemory<L>) {
      const Flow flow = flow_at(solid.law, A, q, det, states.log_J[q], memory, grad_v.x(q),
                                grad_v.y(q), grad_v.z(q));
      state.flowed += det * w[q] * flow.dissipated, state.flow_power += w[q] * flow.power;
    }
    state.volume += w[q];
    state.speed2 = larger(state.speed2, states.speed2[q]);
    point_mass[q] = solid.density * det * w[q];
    mass += point_mass[q], at_rest += det * points.w[q];
  }
  const double sliver = grid.numerics.sliver_mass * h * h * h;
  if (at_rest < sliver) state.speed2 *= at_rest / sliver;
  if (viscosity > 0) state.artificial_power = state.viscous_power * (shock / viscosity);
  for (int q = 0; q < 8; ++q) loads.mass[q] = point_mass[q];
  share(points, loads.mass);
  scatter_stress(points, states.t, h, loads.force);
  if (mass > 0) damp_hourglass(v, mass, grid, std::sqrt(c2), loads.force, state);
  return state;
}

}  // namespace eulersolid
