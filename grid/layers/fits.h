#pragma once

#include "grid/state.h"
#include "grid/workspace.h"

ES_BEGIN

/// Fits the nodes of the lists around the active ones by weighted linear least squares with weights
/// |d|^-4 within ghost_reach (a plain weighted average where the fit is degenerate):
///   - ghost nodes (layers 1 and 2) to active nodes alone, so that they can be aggregated to them;
///   - layers 2, 3 and 4 to all lower layers, for extrapolation.
/// Fits of before are kept where nothing changed within reach.
/// @param ghost_before  by node: positions of the ghost nodes in their list of before
void renew_fits(const BodyState& state, BodyDerived& derived, Span<const int> ghost_before,
                BodyWorkspace& work);

/// Gives the nodes of layers 1 .. `last` (at most 4) of a field their extrapolated values; exact
/// for linear fields wherever the fits are not degenerate.
void extrapolate(const BodyState& state, const BodyDerived& derived, Span<Vec3> field, int last);

/// Likewise the nodes of layers 2 .. `last`, from what the field holds in layers 0 and 1.
void extrapolate_outer(const BodyState& state, const BodyDerived& derived, Span<Vec3> field,
                       int last);

ES_END
