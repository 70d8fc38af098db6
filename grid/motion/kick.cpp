#include "grid/motion/kick.h"

#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

void kick(BodyState& state, const BodyDerived& derived, double dt, Vec3 gravity) {
  const Span<const int> active = derived.active.span();
  const Span<const Vec3> force = state.force.span();
  const Span<const double> mass = state.mass.span();
  const Span<Vec3> v = state.v.span();
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    const Index node = active[a];
    v[node] += dt * ((1 / mass[node]) * force[node] + gravity);
  });
}

ExternalWork external_work(const BodyState& state, const BodyDerived& derived, double dt,
                           Vec3 gravity, Span<const Vec3> before) {
  const Span<const int> active = derived.active.span();
  const Span<const Vec3> force = state.force.span(), v = state.v.span();
  const Span<const double> mass = state.mass.span();
  return sum<ExternalWork>(active.size, [=] ES_DEVICE(Index a) -> ExternalWork {
    const Index n = active[a];
    const Vec3 weight = (dt * mass[n]) * gravity;
    const Vec3 contact = mass[n] * (v[n] - before[n]) - dt * force[n] - weight;
    const Vec3 mean = 0.5 * (before[n] + v[n]);
    return {dot(weight, mean), dot(contact, mean)};
  });
}

double internal_power(const BodyState& state, const BodyDerived& derived) {
  const Span<const int> active = derived.active.span();
  const Span<const Vec3> force = state.force.span(), v = state.v.span();
  return sum<double>(active.size, [=] ES_DEVICE(Index a) -> double {
    return dot(force[active[a]], v[active[a]]);
  });
}

ES_END
