#pragma once

#include "grid/materials/material.h"
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

/// Octants whose det(grad X) leaves this range have their stretches clamped in the stress.
constexpr double clamp_det_low = 0.05, clamp_det_high = 20;

/// Solid volume [m^3] of a small cube of edge `edge` from the level set at its centre and the
/// 1-norm of its gradient, e^3 clamp(1/2 - phi / (e max(|grad phi|_1, 0.3)), 0, 1): exact for a
/// plane through the cube along an axis, where phi varies by e |grad phi|_1 over it.
ES_HD inline double part_volume(double phi, double slope, double edge) {
  const double part = 0.5 - phi / (edge * larger(slope, 0.3));
  return edge * edge * edge * smaller(larger(part, 0), 1);
}

/// Solid volumes of the octants; the gradient is that of the corners.
ES_HD inline void octant_volumes(const double* phi_corner, const double* phi_octant, double h,
                                 double* w) {
  const octants::Gradient<double> g = octants::gradient(phi_corner, 1 / h);
  for (int q = 0; q < 8; ++q) {
    const double slope = std::fabs(g.x[octants::along_x(q)]) + std::fabs(g.y[octants::along_y(q)]) +
                         std::fabs(g.z[octants::along_z(q)]);
    w[q] = part_volume(phi_octant[q], slope, 0.5 * h);
  }
}

/// Cauchy stress, symmetric: xx, yy, zz, xy, xz, yz [Pa].
struct Stress {
  double xx, yy, zz, xy, xz, yz;
};

/// Stress, energy and wave speed of one point from the columns of A = grad X. Where det A is out of
/// range the stretches are clamped to [0.2, 5] first.
struct PointState {
  Stress stress;
  double energy = 0;  ///< per volume of the deformed solid [Pa]
  double speed2 = 0;  ///< [m^2/s^2]
};

ES_HD inline PointState clamped_point_state(const Material& m, const Stress& B_in) {
  Mat3 B{{{B_in.xx, B_in.xy, B_in.xz}, {B_in.xy, B_in.yy, B_in.yz}, {B_in.xz, B_in.yz, B_in.zz}}};
  if (!std::isfinite(B[0][0] + B[1][1] + B[2][2] + B[0][1] + B[0][2] + B[1][2])) B = identity3();
  B = clamp_stretches(B, 0.2, 5);
  const double J = std::sqrt(determinant(B)), log_J = std::log(J);
  const double shear = m.mu / J, pressure = (m.lambda * log_J - m.mu) / J;
  return {{shear * B[0][0] + pressure, shear * B[1][1] + pressure, shear * B[2][2] + pressure,
           shear * B[0][1], shear * B[0][2], shear * B[1][2]},
          energy_density(m, trace(B), log_J) / J,
          wave_speed_squared(m, 25, log_J)};
}

/// Symmetric (A^T A)^-1 = F F^T by the adjugate, from the columns of A.
ES_HD inline Stress left_cauchy_green(Vec3 a0, Vec3 a1, Vec3 a2, double det) {
  const double g00 = dot(a0, a0), g11 = dot(a1, a1), g22 = dot(a2, a2);
  const double g01 = dot(a0, a1), g02 = dot(a0, a2), g12 = dot(a1, a2);
  const double s = 1 / (det * det);
  return {s * (g11 * g22 - g12 * g12), s * (g00 * g22 - g02 * g02), s * (g00 * g11 - g01 * g01),
          s * (g02 * g12 - g01 * g22), s * (g01 * g12 - g02 * g11), s * (g01 * g02 - g00 * g12)};
}

ES_HD inline bool needs_clamp(double det) { return !(det > clamp_det_low && det < clamp_det_high); }

/// @param log_J  ln(1 / det), passed in so that callers can compute several at once
ES_HD inline PointState point_state(const Material& m, Vec3 a0, Vec3 a1, Vec3 a2, double det,
                                    double log_J) {
  const Stress B = left_cauchy_green(a0, a1, a2, det);
  const double row0 = B.xx + std::fabs(B.xy) + std::fabs(B.xz);
  const double row1 = B.yy + std::fabs(B.xy) + std::fabs(B.yz);
  const double row2 = B.zz + std::fabs(B.xz) + std::fabs(B.yz);
  const double s2 = larger(row0, larger(row1, row2));  // Gershgorin: >= largest stretch^2
  const double shear = m.mu * det, pressure = (m.lambda * log_J - m.mu) * det;
  return {{shear * B.xx + pressure, shear * B.yy + pressure, shear * B.zz + pressure, shear * B.xy,
           shear * B.xz, shear * B.yz},
          energy_density(m, B.xx + B.yy + B.zz, log_J) * det,
          wave_speed_squared(m, s2, log_J)};
}

/// Kelvin-Voigt stress b (2 mu D + lambda tr D I) from the columns of grad v, added to `stress`.
/// Returns the power it dissipates per volume [W/m^3].
ES_HD inline double add_viscous_stress(const Material& m, Vec3 l0, Vec3 l1, Vec3 l2,
                                       Stress& stress) {
  const double two_mu = 2 * m.viscosity * m.mu, bulk = m.viscosity * m.lambda;
  const double xx = l0.x, yy = l1.y, zz = l2.z, trace_D = xx + yy + zz;
  const double xy = 0.5 * (l0.y + l1.x), xz = 0.5 * (l0.z + l2.x), yz = 0.5 * (l1.z + l2.y);
  stress.xx += two_mu * xx + bulk * trace_D;
  stress.yy += two_mu * yy + bulk * trace_D;
  stress.zz += two_mu * zz + bulk * trace_D;
  stress.xy += two_mu * xy;
  stress.xz += two_mu * xz;
  stress.yz += two_mu * yz;
  return two_mu * (xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz)) +
         bulk * trace_D * trace_D;
}

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

/// Mass and internal force of one cell by one point in each octant,
///     m_N = sum_q rho det(A) w_q S_N(q),     f_N = -sum_q w_q sigma_q grad S_N(q)
/// (thesis section 4.1.1, integrated by finite volumes). One point per cell would leave
/// checkerboard modes without force.
///
/// @param u  displacements x - X of the corners [m]; A = I - grad u
/// @param v  velocities of the corners [m/s], read only for a viscous material
/// @param w  solid volumes of the octants [m^3]
ES_HD inline CellState cell_loads(const Material& m, const Vec3* u, const Vec3* v, const double* w,
                                  double h, CellLoads& loads) {
  OctantColumns A;
  octant_columns(u, h, -1, 1, A);
  double det[8], log_J[8], t[6][8], energy[8], speed2[8];
  for (int q = 0; q < 8; ++q) det[q] = dot(A.x(q), cross(A.y(q), A.z(q)));
  for (int q = 0; q < 8; ++q) log_J[q] = -std::log(larger(det[q], clamp_det_low));
  for (int q = 0; q < 8; ++q) {
    const PointState p = point_state(m, A.x(q), A.y(q), A.z(q), det[q], log_J[q]);
    t[0][q] = w[q] * p.stress.xx, t[1][q] = w[q] * p.stress.yy, t[2][q] = w[q] * p.stress.zz;
    t[3][q] = w[q] * p.stress.xy, t[4][q] = w[q] * p.stress.xz, t[5][q] = w[q] * p.stress.yz;
    energy[q] = w[q] * p.energy;
    speed2[q] = p.speed2;
  }
  CellState state;
  OctantColumns L;
  if (m.viscosity > 0) octant_columns(v, h, 1, 0, L);
  for (int q = 0; q < 8; ++q) {
    if (w[q] <= 0) {  // an empty octant's map may be anything, and 0 times infinity is not 0
      for (int n = 0; n < 6; ++n) t[n][q] = 0;
      loads.mass[q] = 0;
      continue;
    }
    if (needs_clamp(det[q])) {
      const PointState p =
          clamped_point_state(m, left_cauchy_green(A.x(q), A.y(q), A.z(q), det[q]));
      t[0][q] = w[q] * p.stress.xx, t[1][q] = w[q] * p.stress.yy, t[2][q] = w[q] * p.stress.zz;
      t[3][q] = w[q] * p.stress.xy, t[4][q] = w[q] * p.stress.xz, t[5][q] = w[q] * p.stress.yz;
      energy[q] = w[q] * p.energy;
      speed2[q] = p.speed2;
      state.clamped += 1;
    }
    if (m.viscosity > 0) {
      Stress s{0, 0, 0, 0, 0, 0};
      state.viscous_power += w[q] * add_viscous_stress(m, L.x(q), L.y(q), L.z(q), s);
      t[0][q] += w[q] * s.xx, t[1][q] += w[q] * s.yy, t[2][q] += w[q] * s.zz;
      t[3][q] += w[q] * s.xy, t[4][q] += w[q] * s.xz, t[5][q] += w[q] * s.yz;
    }
    if (!(det[q] >= state.least_det)) state.least_det = det[q];
    if (!(det[q] <= state.most_det)) state.most_det = det[q];
    state.energy += energy[q];
    state.volume += w[q];
    state.speed2 = larger(state.speed2, speed2[q]);
    const double stretch = larger(det[q], clamp_det_low);
    loads.mass[q] = m.density * (stretch < clamp_det_high ? stretch : clamp_det_high) * w[q];
  }
  octants::blend8(loads.mass);
  scatter_stress(t, h, loads.force);
  return state;
}

}  // namespace eulersolid
