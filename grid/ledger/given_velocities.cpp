#include "grid/ledger/given_velocities.h"

#include <cmath>
#include <string>

#include "grid/ledger/momentum.h"
#include "kernels/core/error.h"

ES_BEGIN

void give_velocities(Body& body, const GridSpec& grid, const std::vector<Vec3>& v) {
  BodyState& state = body.state();
  if (Index(v.size()) != state.v.size())
    throw InputError("body \"" + body.name() + "\" is given " + std::to_string(v.size()) +
                     " velocities, but its bounding box has " + std::to_string(state.v.size()) +
                     " nodes");
  for (const Vec3& each : v)
    if (!std::isfinite(norm1(each)))
      throw InputError("body \"" + body.name() + "\" is given a velocity that is not finite");
  const Momentum before = measure(state, body.derived(), grid);
  state.v.assign(v);
  const Momentum now = measure(state, body.derived(), grid);
  const Vec3 impulse = now.linear - before.linear;
  const Vec3 spin = now.angular - before.angular - cross(now.centroid(), impulse);
  Ledger& ledger = state.ledger;
  ledger.receive(impulse, cross(ledger.centre, impulse) + spin);
  ledger.energy.load += now.kinetic - before.kinetic;
  state.totals.momentum = now;
  ledger.note_energy(now.kinetic + state.totals.elastic);
}

ES_END
