#pragma once

#include "grid/state.h"
#include "grid/workspace.h"

ES_BEGIN

/// Lists the active nodes of a state that was given: derived.active and derived.dof, which else
/// follow from the integration of the cells.
void list_active(const BodyState& state, BodyDerived& derived, BodyWorkspace& work);

/// Numbers the layers around the active nodes (derived.active, derived.dof), lists the nodes of
/// each, and fits the listed nodes (grid/fits.h).
void update_layers(BodyState& state, BodyDerived& derived, BodyWorkspace& work);

/// Hands mass and force of slaves that have some to their masters, with the weights of their fits:
/// sum_k w_k = 1 and sum_k w_k d_k = 0 keep mass, linear and angular momentum. A master keeps at
/// least `least_mass` [kg].
void hand_over(BodyState& state, const BodyDerived& derived, BodyWorkspace& work,
               double least_mass);

ES_END
