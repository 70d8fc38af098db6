#include "grid/regions/held_nodes.h"

#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

constexpr std::uint8_t in_several = 0x80;

/// Flags active nodes of a region by its number from 1.
void flag_region(const BodyState& state, const BodyDerived& derived, const GridSpec& grid,
                 const Region& region, std::uint8_t number, Span<std::uint8_t> flags) {
  const NodeBox node_box = state.node_box;
  const GridSpec lattice = grid;
  const Region part_of = region;
  const Span<const int> active = derived.active.span();
  const Span<const Vec3> u = state.u.span();
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    const Index node = active[a];
    const Vec3 X = lattice.position(node_box.to_grid(node)) - u[node];
    if (!(part_of.part(X, lattice.h) > 0)) return;
    flags[a] = flags[a] == 0 ? number : flags[a] | in_several;
  });
}

int count_several(Span<const std::uint8_t> flags) {
  return int(sum<double>(
      flags.size, [=] ES_DEVICE(Index a) -> double { return (flags[a] & in_several) != 0; }));
}

void take(Span<const int> positions, Span<const int> active, Span<const std::uint8_t> flags,
          Span<int> nodes, Span<int> region) {
  parallel_for(positions.size, [=] ES_DEVICE(Index i) {
    nodes[i] = active[positions[i]];
    region[i] = (flags[positions[i]] & ~in_several) - 1;
  });
}

}  // namespace

int HeldNodes::list(const BodyState& state, const BodyDerived& derived, const GridSpec& grid,
                    const std::vector<Region>& regions, const std::vector<int>& held) {
  flags_.resize_zero(derived.active.size());
  const Span<std::uint8_t> flags = flags_.span();
  for (const int r : held)
    flag_region(state, derived, grid, regions[std::size_t(r)], std::uint8_t(r + 1), flags);
  select(flags, positions_);
  nodes.resize(positions_.size()), region.resize(positions_.size());
  passed.resize_zero(positions_.size());
  take(positions_.span(), derived.active.span(), flags, nodes.span(), region.span());
  return held.size() < 2 ? 0 : count_several(flags);
}

HeldSum HeldNodes::hold(BodyState& state, const GridSpec& grid, int of,
                        const RigidMotion& motion) const {
  const NodeBox node_box = state.node_box;
  const GridSpec lattice = grid;
  const RigidMotion told = motion;
  const Span<const int> list = nodes.span(), region_of = region.span();
  const Span<const double> mass = state.mass.span();
  const Span<Vec3> v = state.v.span();
  const HeldSum taken = sum<HeldSum>(list.size, [=] ES_DEVICE(Index i) -> HeldSum {
    if (region_of[i] != of) return {};
    const Index n = list[i];
    const Vec3 x = lattice.position(node_box.to_grid(n));
    const Vec3 impulse = mass[n] * (told.at(x) - v[n]);
    return {impulse, cross(x, impulse), 0};
  });
  parallel_for(list.size, [=] ES_DEVICE(Index i) {
    if (region_of[i] == of) v[list[i]] = told.at(lattice.position(node_box.to_grid(list[i])));
  });
  return taken;
}

HeldSum HeldNodes::sum_passed(const BodyState& state, const GridSpec& grid, Span<const Vec3> before,
                              int of) const {
  const NodeBox node_box = state.node_box;
  const GridSpec lattice = grid;
  const Span<const int> list = nodes.span(), region_of = region.span();
  const Span<const Vec3> impulses = passed.span(), v = state.v.span();
  return sum<HeldSum>(list.size, [=] ES_DEVICE(Index i) -> HeldSum {
    if (region_of[i] != of) return {};
    const Index n = list[i];
    const Vec3 x = lattice.position(node_box.to_grid(n));
    return {impulses[i], cross(x, impulses[i]), 0.5 * dot(impulses[i], before[n] + v[n])};
  });
}

double HeldNodes::power_of(const BodyState& state, Span<const Vec3> force, Span<const Vec3> before,
                           int of) const {
  const Span<const int> list = nodes.span(), region_of = region.span();
  const Span<const Vec3> v = state.v.span();
  return sum<double>(list.size, [=] ES_DEVICE(Index i) -> double {
    const Index n = list[i];
    return region_of[i] == of ? 0.5 * dot(force[n], before[n] + v[n]) : 0;
  });
}

double HeldNodes::work_of_rest(const BodyState& state, Span<const Vec3> before, double dt,
                               Vec3 gravity, int of) const {
  const Span<const int> list = nodes.span(), region_of = region.span();
  const Span<const Vec3> v = state.v.span(), force = state.force.span();
  const Span<const double> mass = state.mass.span();
  return sum<double>(list.size, [=] ES_DEVICE(Index i) -> double {
    if (region_of[i] != of) return 0;
    const Index n = list[i];
    const Vec3 rest = mass[n] * (v[n] - before[n] - dt * gravity) - dt * force[n];
    return 0.5 * dot(rest, before[n] + v[n]);
  });
}

void hold_map(BodyState& state, const BodyDerived& derived, const GridSpec& grid,
              const Region& region, const AffineMap& place) {
  const NodeBox node_box = state.node_box;
  const GridSpec lattice = grid;
  const Region part_of = region;
  const AffineMap back = inverse(place);
  const Span<const int> active = derived.active.span();
  const Span<Vec3> u = state.u.span();
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    const Index node = active[a];
    const Vec3 x = lattice.position(node_box.to_grid(node));
    if (part_of.part(x - u[node], lattice.h) >= 1) u[node] = x - back.at(x);
  });
}

ES_END
