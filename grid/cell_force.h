#pragma once

#include "grid/material.h"
#include "grid/octants.h"

namespace eulersolid {

/// What one cell of a body tells the body.
struct CellState {
  double energy = 0;         ///< elastic [J]
  double volume = 0;         ///< of the solid part [m^3]
  double least_det = 1e300;  ///< smallest det(grad X) of the solid part [-]
  double most_det = 0;
  double speed2 = 0;   ///< largest squared pressure-wave speed [m^2/s^2]
  int clamped = 0;     ///< octants whose stretches were clamped for the stress
};

/// Mass [kg] and internal force [N] that a cell gives to its corners.
struct CellLoads {
  double mass[8];
  Vec3 force[8];
};

/// Octants whose det(grad X) leaves this range have their stretches clamped in the stress.
constexpr double clamp_det_low = 0.05, clamp_det_high = 20;

/// Solid volume [m^3] of a small cube of edge `edge` from the level set at its centre and the
/// 1-norm of its gradient, e^3 clamp(1/2 - phi / (e max(|grad phi|_1, 0.3)), 0, 1): exact for a plane
/// through the cube along an axis, where phi varies by e |grad phi|_1 over it.
ES_HD inline double part_volume(double phi, double slope, double edge) {
  const double part = 0.5 - phi / (edge * std::fmax(slope, 0.3));
  return edge * edge * edge * std::fmin(std::fmax(part, 0.0), 1.0);
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

/// Cauchy stress of one octant, symmetric: xx, yy, zz, xy, xz, yz [Pa].
struct Stress {
  double xx, yy, zz, xy, xz, yz;
};

/// Stress, and what the octant adds to the cell's state, from the columns of A = grad X.
ES_HD inline Stress octant_stress(const Material& m, Vec3 a0, Vec3 a1, Vec3 a2, double w,
                                  CellState& state) {
  const double det = dot(a0, cross(a1, a2));
  if (det < state.least_det) state.least_det = det;
  if (det > state.most_det) state.most_det = det;
  // B = F F^T = (A^T A)^-1, by the adjugate.
  const double g00 = dot(a0, a0), g11 = dot(a1, a1), g22 = dot(a2, a2);
  const double g01 = dot(a0, a1), g02 = dot(a0, a2), g12 = dot(a1, a2);
  const double b00 = g11 * g22 - g12 * g12, b11 = g00 * g22 - g02 * g02,
               b22 = g00 * g11 - g01 * g01;
  const double b01 = g02 * g12 - g01 * g22, b02 = g01 * g12 - g02 * g11,
               b12 = g01 * g02 - g00 * g12;
  const double s = 1 / (det * det);
  Stress B{s * b00, s * b11, s * b22, s * b01, s * b02, s * b12};
  double J = 1 / det;
  if (!(det > clamp_det_low && det < clamp_det_high)) {
    Mat3 full{{{B.xx, B.xy, B.xz}, {B.xy, B.yy, B.yz}, {B.xz, B.yz, B.zz}}};
    if (!std::isfinite(trace(full))) full = identity3();
    full = clamp_stretches(full, 0.2, 5);
    B = {full[0][0], full[1][1], full[2][2], full[0][1], full[0][2], full[1][2]};
    J = std::sqrt(determinant(full));
    state.clamped += 1;
  }
  const double log_J = std::log(J), inverse_J = 1 / J;
  const double trace_B = B.xx + B.yy + B.zz;
  state.energy += w * inverse_J * energy_density(m, trace_B, log_J);
  const double row0 = B.xx + std::fabs(B.xy) + std::fabs(B.xz);
  const double row1 = B.yy + std::fabs(B.xy) + std::fabs(B.yz);
  const double row2 = B.zz + std::fabs(B.xz) + std::fabs(B.yz);
  const double s2 = std::fmax(row0, std::fmax(row1, row2));  // Gershgorin: >= largest stretch^2
  state.speed2 = std::fmax(state.speed2, wave_speed_squared(m, s2, log_J));
  const double shear = m.mu * inverse_J, pressure = (m.lambda * log_J - m.mu) * inverse_J;
  return {shear * B.xx + pressure, shear * B.yy + pressure, shear * B.zz + pressure,
          shear * B.xy,            shear * B.xz,            shear * B.yz};
}

/// Kelvin-Voigt stress b (2 mu D + lambda tr D I) from the columns of grad v, added to `stress`.
ES_HD inline void add_viscous_stress(const Material& m, Vec3 l0, Vec3 l1, Vec3 l2, Stress& stress) {
  const double two_mu = 2 * m.viscosity * m.mu;
  const double bulk = m.viscosity * m.lambda * (l0.x + l1.y + l2.z);
  stress.xx += two_mu * l0.x + bulk;
  stress.yy += two_mu * l1.y + bulk;
  stress.zz += two_mu * l2.z + bulk;
  stress.xy += 0.5 * two_mu * (l0.y + l1.x);
  stress.xz += 0.5 * two_mu * (l0.z + l2.x);
  stress.yz += 0.5 * two_mu * (l1.z + l2.y);
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
  const octants::Gradient<Vec3> grad_u = octants::gradient(u, 1 / h);
  const bool viscous = m.viscosity > 0;
  octants::Gradient<Vec3> grad_v;
  if (viscous) grad_v = octants::gradient(v, 1 / h);
  octants::Gradient<Vec3> flux;
  CellState state;
  for (int q = 0; q < 8; ++q) {
    loads.mass[q] = 0;
    if (w[q] <= 0) continue;
    const int ix = octants::along_x(q), iy = octants::along_y(q), iz = octants::along_z(q);
    const Vec3 a0 = Vec3{1, 0, 0} - grad_u.x[ix], a1 = Vec3{0, 1, 0} - grad_u.y[iy],
               a2 = Vec3{0, 0, 1} - grad_u.z[iz];
    Stress t = octant_stress(m, a0, a1, a2, w[q], state);
    if (viscous) add_viscous_stress(m, grad_v.x[ix], grad_v.y[iy], grad_v.z[iz], t);
    const double det = std::fmin(std::fmax(dot(a0, cross(a1, a2)), clamp_det_low), clamp_det_high);
    loads.mass[q] = m.density * det * w[q];
    state.volume += w[q];
    flux.x[ix] -= w[q] * Vec3{t.xx, t.xy, t.xz};
    flux.y[iy] -= w[q] * Vec3{t.xy, t.yy, t.yz};
    flux.z[iz] -= w[q] * Vec3{t.xz, t.yz, t.zz};
  }
  octants::blend8(loads.mass);
  for (int n = 0; n < 8; ++n) loads.force[n] = {};
  octants::add_divergence(flux, 1 / h, loads.force);
  return state;
}

}  // namespace eulersolid
