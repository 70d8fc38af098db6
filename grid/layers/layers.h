#pragma once

#include "grid/state.h"
#include "grid/workspace.h"

ES_BEGIN

/// Lists the active nodes of a state that was given: derived.active and derived.dof, which else
/// follow from the integration of the cells.
void list_active(const BodyState& state, BodyDerived& derived, BodyWorkspace& work);

/// Numbers the layers around the active nodes (derived.active, derived.dof), lists the nodes of
/// each, and fits the listed nodes (grid/layers/fits.h).
void update_layers(BodyState& state, BodyDerived& derived, BodyWorkspace& work);

/// Fields by node; all but the first may be empty, those behind an empty one are.
struct HandedFields {
  Span<Vec3> vectors[2];
  Span<double> scalars[2];
};

/// Aggregates what ghost nodes hold of fields to active nodes, with the weights of their fits:
/// sum_k w_k = 1 and sum_k w_k d_k = 0 keep sums and moments. Ghost nodes keep theirs.
void aggregate(const BodyState& state, const BodyDerived& derived, BodyWorkspace& work,
               const HandedFields& fields);

ES_END
