#include "grid/ledger/energy.h"

#include <algorithm>
#include <cmath>

#include "grid/constants.h"
#include "grid/ledger/momentum.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

void scale_relative(Span<const int> list, NodeBox node_box, GridSpec grid, RigidMotion rigid,
                    double factor, Span<Vec3> v) {
  parallel_for(list.size, [=] ES_DEVICE(Index i) {
    const Vec3 along = rigid.at(grid.position(node_box.to_grid(list[i])));
    v[list[i]] = along + factor * (v[list[i]] - along);
  });
}

}  // namespace

double return_energy(BodyState& state, const BodyDerived& derived, const GridSpec& grid,
                     const Momentum& now, double made) {
  if (!(now.mass > 0) || made == 0) return 0;
  const Vec3 spin = now.angular - cross(now.centroid(), now.linear);
  const RigidMotion rigid = rigid_motion(now, now.linear, spin);
  const double relative =
      now.kinetic - 0.5 * (dot(now.linear, rigid.velocity) + dot(spin, rigid.spin));
  // What rounding leaves of a rigid motion has no energy to take.
  if (!(relative > min_relative * now.kinetic)) return 0;
  const double most = grid.numerics.max_returned;
  const double part = std::clamp(-made / relative, -most, most);
  const double factor = std::sqrt(1 + part);
  scale_relative(derived.active.span(), state.node_box, grid, rigid, factor, state.v.span());
  return part * relative;
}

ES_END
