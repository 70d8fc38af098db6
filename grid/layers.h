#pragma once

#include "grid/state.h"
#include "grid/workspace.h"

ES_BEGIN

/// Lists the active nodes of a state that was given: derived.active and derived.dof, which else
/// follow from the integration of the cells.
void list_active(const BodyState& state, BodyDerived& derived, BodyWorkspace& work);

/// Numbers the layers around the active nodes (derived.active, derived.dof), lists the nodes of
/// each, and fits the listed nodes by weighted linear least squares with weights |d|^-4 within
/// slave_reach (a plain weighted average where the fit is degenerate):
///   - slaves (layers 1 and 2) to active nodes alone, so that they can hand over to them;
///   - layers 2, 3 and 4 to all lower layers, for extrapolation.
void update_layers(BodyState& state, BodyDerived& derived, BodyWorkspace& work);

/// Gives the nodes of layers 1 .. `last` (at most 4) of a field their extrapolated values; exact
/// for linear fields wherever the fits are not degenerate.
void extrapolate(const BodyState& state, const BodyDerived& derived, Span<Vec3> field, int last);

/// Hands mass and force of slaves that have some to their masters, with the weights of their fits:
/// sum_k w_k = 1 and sum_k w_k d_k = 0 keep mass, linear and angular momentum. A master keeps at
/// least `least_mass` [kg].
void hand_over(BodyState& state, const BodyDerived& derived, BodyWorkspace& work,
               double least_mass);

ES_END
