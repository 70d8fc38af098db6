#include "grid/body.h"
#include "grid/ledger/energy.h"
#include "grid/ledger/momentum.h"
#include "grid/node_list.h"

/// How a body's nodes are brought in line with its ledger.

ES_BEGIN

/// @return by what the masses were multiplied
double Body::settle_mass() {
  if (!grid_.numerics.restore_mass) return 1;
  const Span<const int> active = derived_.active.span();
  const double factor = ledger().mass / sum_listed(active, state_.mass.span());
  scale_listed(active, factor, state_.mass.span());
  return factor;
}

void Body::settle_momentum(double mass_factor) {
  const Momentum now = measure(state_, derived_, grid_);
  state_.totals.measured = (1 / mass_factor) * now;
  state_.totals.unrestored = now.kinetic;
  state_.totals.restored = restore_momentum(state_, derived_, grid_, now);
  state_.totals.momentum = measure(state_, derived_, grid_);
}

/// Kinetic energy is the middle of the step's as elastic energy is, of which the map's error has
/// one half until the next step. Much of what the grid makes are short waves that artificial
/// viscosities damp where they are: to take them from the rest of the body once more would be too
/// much.
void Body::settle_energy() {
  Momentum& now = state_.totals.momentum;
  const GridNumerics& n = grid_.numerics;
  const auto made = [&] { return ledger().made_beyond(n.unreturned_part, n.unreturned_within); };
  ledger().count_damped(made(), n.max_damped);
  const double change = return_energy(state_, derived_, grid_, now, made());
  ledger().energy.returned += change;
  now.kinetic += change;
}

ES_END
