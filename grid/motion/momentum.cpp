#include "grid/motion/momentum.h"

#include "grid/layers/fits.h"
#include "grid/layers/layers.h"
#include "grid/node_list.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"
#include "kernels/math/lanes3.h"

ES_BEGIN

namespace {

/// Values of B_I at the 27 nodes around I add up to 8.
ES_HD double hat(int dx, int dy, int dz) {
  return (dx == 0 ? 1 : 0.5) * (dy == 0 ? 1 : 0.5) * (dz == 0 ? 1 : 0.5);
}

template <class F>
ES_HD void for_neighbours(Index node, Strides stride, F visit) {
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        visit(node + dx * stride.x + dy * stride.y + dz * stride.z, hat(dx, dy, dz));
}

struct Flow {
  double mass = 0;  ///< of the nodes
  Vec3 flow;        ///< sum_q m_q w_q, as sum_N x_N G_N

  ES_HD Flow operator+(const Flow& o) const { return {mass + o.mass, flow + o.flow}; }
};

Flow flow_of(const BodyState& state, const BodyDerived& derived, const GridSpec& grid,
             Span<const double> m, Span<const double> G) {
  const NodeBox node_box = state.node_box;
  const GridSpec lattice = grid;
  const Vec3 origin = state.ledger.centre;  // any would do
  const Span<const int> active = derived.active.span();
  return sum<Flow>(active.size, [=] ES_DEVICE(Index a) -> Flow {
    const Index n = active[a];
    return {m[n], G[n] * (lattice.position(node_box.to_grid(n)) - origin)};
  });
}

/// The least that is to be added to a velocity so that it lies along the flow.
Vec3 aside_of(Vec3 flow, Vec3 velocity) {
  const double square = dot(flow, flow);
  return square > 0 ? (dot(velocity, flow) / square) * flow - velocity : Vec3{};
}

double sum_of(Span<const double> values) {
  return sum<double>(values.size, [=] ES_DEVICE(Index n) -> double { return values[n]; });
}

/// q_I at the active and the ghost nodes.
/// @param lacking, mass  zero but at the active nodes
void average_around(Span<const int> active, Span<const int> ghosts, Strides stride,
                    Span<const Vec3> lacking, Span<const double> mass, Span<Vec3> average) {
  parallel_for(active.size + ghosts.size, [=] ES_DEVICE(Index i) {
    const Index node = i < active.size ? active[i] : ghosts[i - active.size];
    Lanes3 p;
    double m = 0;
    for_neighbours(node, stride, [&](Index at, double b) {
      p += b * lanes(lacking, at);
      m += b * mass[at];
    });
    average[node] = m > 0 ? (1 / m) * Vec3(p) : Vec3{};
  });
}

}  // namespace

void middle_velocity(const BodyState& state, const BodyDerived& derived, Span<const Vec3> before,
                     Span<Vec3> w) {
  const Span<const Vec3> v = state.v.span();
  const Span<const int> active = derived.active.span();
  const Strides stride = strides(state.node_box.nodes);
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    const Index node = active[a];
    Vec3 bend;
    for (int axis = 0; axis < 3; ++axis) {
      const Index step = stride.along(axis);
      bend += second_difference(before, node, step) + second_difference(v, node, step);
    }
    w[node] = 0.5 * (before[node] + v[node] - (1.0 / 6) * bend);
  });
  extrapolate(state, derived, w, 2);
}

void own_momentum(const BodyState& state, const BodyDerived& derived, BodyWorkspace& work,
                  const GridSpec& grid, double dt, const RigidMotion& rigid) {
  const RigidMotion along = rigid;
  const NodeBox node_box = state.node_box;
  const GridSpec lattice = grid;
  const Span<const int> active = derived.active.span(), ghosts = derived.ghosts.span();
  const Span<const double> m = work.mass_before.span(), G = work.brought.span(),
                           raw = state.mass.span();
  const Span<const Vec3> v = work.before.span(), advected = state.v.span();
  const Span<Vec3> p = work.momentum.span();
  const Flow all = flow_of(state, derived, grid, m, G);
  const double whole = all.mass / sum_of(raw);
  const Vec3 aside = aside_of(all.flow, rigid.velocity);
  const Span<double> mass = work.mass_after.span();
  const Span<Vec3> lacking = work.vector1.span(), average = work.vector2.span();
  const Span<const int> ghost = derived.ghost.span();
  parallel_for(lacking.size, [=] ES_DEVICE(Index n) {
    lacking[n] = average[n] = {};
    if (ghost[n] >= 0) mass[n] = 0;
  });
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    const Index n = active[a];
    const Vec3 r = along.at(lattice.position(node_box.to_grid(n)));
    const Vec3 conserved = m[n] * (v[n] - r) + dt * (p[n] - G[n] * (r + aside));
    mass[n] *= whole;
    p[n] = mass[n] * (advected[n] - r);
    lacking[n] = conserved - p[n];
  });
  const Strides stride = strides(state.node_box.nodes);
  average_around(active, ghosts, stride, lacking, mass, average);
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    Lanes3 add;
    for_neighbours(active[a], stride,
                   [&](Index at, double b) { add += (0.125 * b) * lanes(average, at); });
    p[active[a]] += mass[active[a]] * Vec3(add);
  });
  parallel_for(ghosts.size, [=] ES_DEVICE(Index s) {
    const Index n = ghosts[s];
    p[n] = (whole * raw[n]) * (along.at(lattice.position(node_box.to_grid(n))) - advected[n]);
  });
  aggregate(state, derived, work, {{p, {}}, {}});
  parallel_for(ghosts.size, [=] ES_DEVICE(Index s) { p[ghosts[s]] = -p[ghosts[s]]; });
}

void set_velocity(BodyState& state, const BodyDerived& derived, const GridSpec& grid,
                  const RigidMotion& rigid, Span<const Vec3> momentum) {
  const RigidMotion along = rigid;
  const NodeBox node_box = state.node_box;
  const GridSpec lattice = grid;
  const Span<const int> active = derived.active.span();
  const Span<const double> m = state.mass.span();
  const Span<Vec3> v = state.v.span();
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    const Index n = active[a];
    v[n] = along.at(lattice.position(node_box.to_grid(n))) + (1 / m[n]) * momentum[n];
  });
}

ES_END
