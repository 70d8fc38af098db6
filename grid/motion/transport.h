#pragma once

#include "grid/state.h"

ES_BEGIN

/// Advects velocity and reference map over a step, from the same departure points,
///     v^(x) = (Q v)(x - dt v^(x)),      X_new(x) = (Q X)(x - dt v^(x)):
/// together with the kick before it, the leapfrog of each particle, interpolated. A wave then grows
/// or decays by what the interpolation Q makes of it, and by nothing else (docs/theory.md,
/// "Transport"), which asks for the same Q in both. What v^ lacks of the momentum is given back
/// where it was lost (grid/motion/momentum.h).
///
/// Q is MacCormack over semi-Lagrangian,
///     (Q q)(x - d) = q^(x) + s (q(x) - q^(x + dt v(x))) / 2,      q^(x) = q(x - d)
/// (Selle et al., J. Sci. Comput. 35 (2008) 350-371), with q interpolated by cubic polynomials
/// for active nodes, whose stencils then lie in layers 0 .. 2, and trilinearly for ghost nodes.
/// Both are exact on linear fields. s is 1, but for X at active nodes
///     s = 2 - 2 max_k |X(x + h e_k) - 2 X(x) + X(x - h e_k)| / h, within [0, 1]:
/// where grad X is not resolved the correction makes elastic energy, and q^ alone, an upwind scheme
/// of third order, takes some. The departure point is found by fixed-point iteration; it is wrong
/// by (dt |grad v|)^3 dt |v|.
///
/// Reads `state.v` in layers 0 .. 2, |v| dt <= h at the active nodes, and writes v^ in layers 0 to
/// 2: what is advected at active nodes, and its fits. Only cells beside a node are looked
/// up: where extrapolated velocities go farther, fields are continued from there.
/// @param traced  workspace by node
void advect_velocity(const BodyState& state, const BodyDerived& derived, const GridSpec& grid,
                     double dt, Span<Vec3> traced, Span<Vec3> advected);

/// Likewise the displacements, from `state.u` in layers 0 .. 3, at the nodes of layers 0 and 1.
/// @param state      its v is that before the transport
/// @param advected_v  v^
void advect_map(const BodyState& state, const BodyDerived& derived, const GridSpec& grid, double dt,
                Span<const Vec3> advected_v, Span<Vec3> traced, Span<Vec3> advected);

/// field = fitted + k (advected - fitted) at the nodes of the first layer, with k = 1, and less in
/// proportion where their mass is below `whole` [kg]. Arrays may be the same.
/// @param inverted  nodes that are fitted for all that; may be empty
void keep_advected(Span<const int> ghosts, Span<const std::uint8_t> inverted,
                   Span<const std::int8_t> layers, Span<const double> mass, double whole,
                   Span<const Vec3> fitted, Span<const Vec3> advected, Span<Vec3> field);

ES_END
