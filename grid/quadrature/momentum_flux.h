#pragma once

#include "grid/state.h"
#include "grid/workspace.h"

ES_BEGIN

/// Adds a part of what material that moves with the velocities w brings to each node in a time,
///     G_N = sum_q m_q w_q . grad S_N(q)  [kg/s],     C_N = sum_q m_q w_q (w_q . grad S_N(q))  [N],
/// over the points of work.cells between nodes of layers 0 to 2. Neither has a sum, and C no
/// moment, as sum_N x_N grad S_N = 1: what goes is what comes.
/// @param w  in layers 0 to 2 [m/s]
void add_momentum_flux(const BodyState& state, BodyWorkspace& work, const GridSpec& grid,
                       Span<const Vec3> w, double part, Span<double> G, Span<Vec3> C);

ES_END
