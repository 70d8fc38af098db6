#pragma once

#include "grid/state.h"
#include "grid/workspace.h"

ES_BEGIN

/// Advects momentum so that none is lost (docs/theory.md, "Momentum"). In a step, with the
/// velocities v before the transport and v^ that it advects (grid/motion/transport.h),
///   1. `middle_velocity`     w for the fluxes of mass and momentum, G and C
///                            (grid/quadrature/momentum_flux.h), of the points before and after
///   2. `own_momentum`        momentum of each node, the sum of which the fluxes decide
///   3. aggregate             with the new masses, to the new active nodes
///   4. `set_velocity`        v from momentum and mass

/// w = q - sum_k D_k q / 6 in layers 0 to 2, with q = (v + v^) / 2 and D_k the second difference
/// along an axis: fluxes of the trilinear w are those of q to fourth order, so that they take waves
/// as far as v^ does.
/// @param state   its v is v^, in layers 0 to 2
/// @param before  v, likewise
void middle_velocity(const BodyState& state, const BodyDerived& derived, Span<const Vec3> before,
                     Span<Vec3> w);

/// Momentum that each node holds with its new mass, relative to a rigid motion r of the velocity V.
/// At the active nodes it is
///     P = m_new (v^ - r + S d),     d = m (v - r) + dt (C - G (r + W)) - m_new (v^ - r):
/// d, what v^ lacks of the conserved momentum, is smoothed in a way that keeps its sum,
///     (S d)_i = 1/8 sum_I B_I(x_i) q_I,     q_I = sum_j B_I(x_j) d_j / sum_j B_I(x_j) m_new,j,
/// with trilinear B_I of two cells around each node I. V + W lies along sum_q m_q w_q, which V
/// does but for little: so what is advected of the momentum has neither sum nor moment. Of that P
/// ghost nodes get m_new (v^ - r) as their own, and the active nodes what is left.
/// @param state  with v^, and the new masses before those of ghost nodes are aggregated
/// @param work   before and mass_before hold v and m; brought, momentum and mass_after G, C and the
///               new mass, with what is aggregated of ghost nodes. momentum gets the result [kg
///               m/s]
void own_momentum(const BodyState& state, const BodyDerived& derived, BodyWorkspace& work,
                  const GridSpec& grid, double dt, const RigidMotion& rigid);

/// v = r + P / m at the active nodes.
void set_velocity(BodyState& state, const BodyDerived& derived, const GridSpec& grid,
                  const RigidMotion& rigid, Span<const Vec3> momentum);

ES_END
