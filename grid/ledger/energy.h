#pragma once

#include <cmath>

#include "grid/state.h"

ES_BEGIN

/// Takes energy that the grid has made from the motion relative to the rigid one, or gives back
/// what it has lost: velocities relative to the rigid motion of the momenta are scaled. Momentum
/// and spin stay as they are.
/// @param now   the momentum of the nodes
/// @param made  energy [J]; of what the relative motion has, a part of `max_returned` is changed
///              at most
/// @return what the kinetic energy of the nodes has changed by [J]
double return_energy(BodyState& state, const BodyDerived& derived, const GridSpec& grid,
                     const Momentum& now, double made);

/// Energy lost [J] by the viscous force of the old velocities v, which takes from the new ones v',
/// and half of that of the new ones: dt (v C v' + v' C v') / 2. The first is at most the geometric
/// mean of the powers v C v and v' C v' (Cauchy and Schwarz), and is it where a motion decays as a
/// whole. Their arithmetic mean takes what is not lost where viscosity stops a node within a step.
inline double lost_to_viscosity(double dt, double old_power, double new_power) {
  const auto root = [](double power) { return std::sqrt(larger(0, power)); };  // but for rounding
  return 0.5 * dt * (root(old_power) * root(new_power) + new_power);
}

ES_END
