#pragma once

#include "grid/state.h"

ES_BEGIN

/// Takes energy that the grid has made from the motion relative to the rigid one, or gives back
/// what it has lost: velocities relative to the rigid motion of the momenta are scaled, those of
/// slaves, too. Momentum and spin stay as they are.
/// @param now   the momentum of the nodes
/// @param made  energy [J]; of what the relative motion has, a part of `most_returned` is changed
///              at most
/// @return what the kinetic energy of the nodes has changed by [J]
double return_energy(BodyState& state, const BodyDerived& derived, const GridSpec& grid,
                     const Momentum& now, double made);

ES_END
