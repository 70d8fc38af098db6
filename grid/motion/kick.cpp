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

double largest_kicked_speed(const BodyState& state, const BodyDerived& derived, double dt,
                            Vec3 gravity) {
  const Span<const int> active = derived.active.span();
  const Span<const Vec3> force = state.force.span(), v = state.v.span();
  const Span<const double> mass = state.mass.span();
  // |v + t a| is convex in t: nowhere more than at one of the ends.
  return std::sqrt(max_reduce(
      active.size,
      [=] ES_DEVICE(Index a) -> double {
        const Index n = active[a];
        const Vec3 kicked = v[n] + dt * ((1 / mass[n]) * force[n] + gravity);
        return larger(dot(v[n], v[n]), dot(kicked, kicked));
      },
      0.0));
}

KickedEnergy kicked_energy(const BodyState& state, const BodyDerived& derived, double dt,
                           Vec3 gravity, Span<const Vec3> before) {
  const Span<const int> active = derived.active.span();
  const Span<const Vec3> force = state.force.span(), v = state.v.span();
  const Span<const double> mass = state.mass.span();
  return sum<KickedEnergy>(active.size, [=] ES_DEVICE(Index a) -> KickedEnergy {
    const Index n = active[a];
    const Vec3 weight = (dt * mass[n]) * gravity;
    const Vec3 outside = mass[n] * (v[n] - before[n]) - dt * force[n] - weight;
    const Vec3 mean = 0.5 * (before[n] + v[n]);
    return {dot(weight, mean), dot(outside, mean), 0.5 * mass[n] * dot(v[n], v[n]),
            dot(force[n], v[n])};
  });
}

void damp(BodyState& state, const BodyDerived& derived, double factor) {
  const Span<const int> active = derived.active.span();
  const Span<Vec3> v = state.v.span();
  parallel_for(active.size, [=] ES_DEVICE(Index a) { v[active[a]] = factor * v[active[a]]; });
}

Imbalance imbalance(const BodyState& state, const BodyDerived& derived, double dt, Vec3 gravity,
                    Span<const Vec3> before) {
  const Span<const int> active = derived.active.span();
  const Span<const Vec3> force = state.force.span(), v = state.v.span();
  const Span<const double> mass = state.mass.span();
  return sum<Imbalance>(active.size, [=] ES_DEVICE(Index a) -> Imbalance {
    const Index n = active[a];
    return {mass[n] / dt * norm(v[n] - before[n]), norm(force[n]) + mass[n] * norm(gravity)};
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
