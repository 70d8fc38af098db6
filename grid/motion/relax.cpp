#include "grid/body.h"
#include "grid/motion/kick.h"

ES_BEGIN

void Body::damp(double factor) {
  eulersolid::damp(state_, derived_, factor);
  Ledger& own = ledger();
  own.linear = factor * own.linear, own.angular = factor * own.angular;
  own.energy.viscous += (1 - factor * factor) * state_.totals.momentum.kinetic;
}

Imbalance Body::imbalance(double dt, Vec3 gravity) const {
  return eulersolid::imbalance(state_, derived_, 0.5 * (state_.last_dt + dt), gravity,
                               kept_.before.span());
}

ES_END
