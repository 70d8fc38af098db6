#include "grid/kick.h"

#include "grid/node_list.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

/// from = value - from at the listed nodes.
void take_difference(Span<const int> list, Span<const Vec3> value, Span<Vec3> from) {
  parallel_for(list.size,
               [=] ES_DEVICE(Index i) { from[list[i]] = value[list[i]] - from[list[i]]; });
}

}  // namespace

void kick(const BodyState& state, const BodyDerived& derived, double step, Vec3 gravity,
          double part, Span<const Vec3> v, Span<Vec3> out) {
  const Span<const int> active = derived.active.span();
  const Span<const Vec3> force = state.force.span(), reaction = state.reaction.span();
  const Span<const double> mass = state.mass.span();
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    const Index node = active[a];
    out[node] = v[node] + step * ((1 / mass[node]) * force[node] + gravity) + part * reaction[node];
  });
}

void note_velocities(BodyState& state, const BodyDerived& derived) {
  state.reaction.resize_zero(state.v.size());
  copy_listed(derived.active.span(), state.v.span(), state.reaction.span());
}

void take_reaction(BodyState& state, const BodyDerived& derived) {
  take_difference(derived.active.span(), state.v.span(), state.reaction.span());
}

ExternalWork external_work(const BodyState& state, const BodyDerived& derived,
                           Span<const Vec3> before) {
  const Span<const int> active = derived.active.span();
  const Span<const Vec3> r = state.reaction.span(), v = state.v.span();
  const Span<const double> mass = state.mass.span();
  return sum<ExternalWork>(active.size, [=] ES_DEVICE(Index a) -> ExternalWork {
    const Index n = active[a];
    const Vec3 mean = (0.5 * mass[n]) * (before[n] + v[n]);
    return {dot(r[n], mean), mean};
  });
}

ES_END
