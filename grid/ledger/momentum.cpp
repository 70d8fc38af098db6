#include "grid/ledger/momentum.h"

#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

Mat3 inertia(const Momentum& m) {
  const Vec3 c = m.centroid();
  const double xx = m.square.x - m.mass * c.x * c.x, yy = m.square.y - m.mass * c.y * c.y,
               zz = m.square.z - m.mass * c.z * c.z;
  const double xy = m.product.x - m.mass * c.x * c.y, xz = m.product.y - m.mass * c.x * c.z,
               yz = m.product.z - m.mass * c.y * c.z;
  return {{{yy + zz, -xy, -xz}, {-xy, xx + zz, -yz}, {-xz, -yz, xx + yy}}};
}

namespace {

Momentum sum_nodes(Span<const int> active, NodeBox node_box, GridSpec grid, Span<const double> mass,
                   Span<const Vec3> v, Vec3 centre) {
  return sum<Momentum>(active.size, [=] ES_DEVICE(Index a) -> Momentum {
    const Index node = active[a];
    const double m = mass[node];
    const Vec3 x = grid.position(node_box.to_grid(node)), mv = m * v[node];
    return {m,
            0.5 * dot(mv, v[node]),
            norm(mv),
            norm(x - centre) * norm(mv),
            m * x,
            mv,
            cross(x, mv),
            {m * x.x * x.x, m * x.y * x.y, m * x.z * x.z},
            {m * x.x * x.y, m * x.x * x.z, m * x.y * x.z}};
  });
}

void add_rigid(Span<const int> list, NodeBox node_box, GridSpec grid, RigidMotion add,
               Span<Vec3> v) {
  parallel_for(list.size, [=] ES_DEVICE(Index i) {
    const Vec3 x = grid.position(node_box.to_grid(list[i]));
    v[list[i]] += add.at(x);
  });
}

}  // namespace

RigidMotion rigid_motion(const Momentum& now, Vec3 linear, Vec3 central_angular) {
  const Mat3 I = inertia(now);
  const double scale = trace(I) / 3;
  const bool turns = determinant(I) > 1e-9 * scale * scale * scale;  // not a line of nodes
  return {now.centroid(), (1 / now.mass) * linear, turns ? inverse(I) * central_angular : Vec3{}};
}

Momentum measure(const BodyState& state, const BodyDerived& derived, const GridSpec& grid) {
  return sum_nodes(derived.active.span(), state.node_box, grid, state.mass.span(), state.v.span(),
                   state.ledger.centre);
}

double kinetic_energy(Span<const int> active, Span<const double> mass, Span<const Vec3> v) {
  return sum<double>(active.size, [=] ES_DEVICE(Index a) -> double {
    return 0.5 * mass[active[a]] * dot(v[active[a]], v[active[a]]);
  });
}

RestoredMomentum restore_momentum(BodyState& state, const BodyDerived& derived,
                                  const GridSpec& grid, const Momentum& now) {
  RestoredMomentum restored;
  if (!(now.mass > 0)) return restored;
  if (grid.numerics.restore_momentum) restored.linear = state.ledger.linear - now.linear;
  if (grid.numerics.restore_spin)
    restored.spin = state.ledger.spin() - (now.angular - cross(now.centroid(), now.linear));
  restored.arm = std::sqrt(trace(inertia(now)) / 3 / now.mass);
  const RigidMotion add = rigid_motion(now, restored.linear, restored.spin);
  add_rigid(derived.active.span(), state.node_box, grid, add, state.v.span());
  return restored;
}

double largest_speed(const BodyState& state, const BodyDerived& derived) {
  const Span<const int> active = derived.active.span();
  const Span<const Vec3> v = state.v.span();
  return std::sqrt(max_reduce(
      active.size, [=] ES_DEVICE(Index a) -> double { return dot(v[active[a]], v[active[a]]); },
      0.0));
}

ES_END
