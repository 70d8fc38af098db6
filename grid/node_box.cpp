#include "grid/node_box.h"

#include <cmath>

#include "grid/node_list.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

/// out = field, shifted; what lies outside the old node box gets `outside`.
template <class T>
void shift(NodeBox from, NodeBox to, Span<const T> field, Span<T> out, T outside) {
  parallel_for(to.nodes, [=] ES_DEVICE(int i, int j, int k) {
    const Int3 node = to.first + Int3{i, j, k};
    out[to.nodes.index(i, j, k)] = from.contains(node) ? field[from.index(node)] : outside;
  });
}

/// Replaces `field` by its shifted self. What is spare stays so: it may be larger than this body's.
template <class T>
void move_field(NodeBox from, NodeBox to, DeviceVector<T>& field, DeviceVector<T>& spare,
                T outside) {
  spare.resize(to.nodes.count());
  shift<T>(from, to, field.span(), spare.span(), outside);
  field.copy_from(spare.span());
}

/// Smallest box around nodes; "adding" two boxes gives the box around both.
struct Hull {
  Int3 low{1 << 30, 1 << 30, 1 << 30}, high{-1, -1, -1};

  ES_HD Hull operator+(const Hull& o) const {
    Hull both;
    for (int axis = 0; axis < 3; ++axis) {
      both.low[axis] = low[axis] < o.low[axis] ? low[axis] : o.low[axis];
      both.high[axis] = high[axis] > o.high[axis] ? high[axis] : o.high[axis];
    }
    return both;
  }
};

Hull hull(Span<const int> active, Cells nodes) {
  return sum<Hull>(active.size, [=] ES_DEVICE(Index a) -> Hull {
    const Int3 node = nodes.coordinates(active[a]);
    return {node, node};
  });
}

/// The same grid nodes, or cells by their corners 0, in another node box: ascending lists stay so.
/// -1 for what is not inside.
void renumber(NodeBox from, NodeBox to, Span<int> list) {
  parallel_for_light(list.size, [=] ES_DEVICE(Index i) {
    const Int3 node = from.to_grid(list[i]);
    list[i] = to.contains_cell(node) ? int(to.index(node)) : -1;
  });
}

}  // namespace

NodeBox node_box_around(Int3 low, Int3 high) {
  constexpr Int3 pad{node_box_margin, node_box_margin, node_box_margin};
  const Int3 size = high + pad - (low - pad);
  return {low - pad, {size.x + 1, size.y + 1, size.z + 1}};
}

NodeBox node_box_of(const Bounds& box, const GridSpec& grid) {
  Int3 low, high;
  for (int axis = 0; axis < 3; ++axis) {
    const double first = (box.low[axis] - grid.origin[axis]) / grid.h;
    const double last = (box.high[axis] - grid.origin[axis]) / grid.h;
    low[axis] = int(std::floor(first));
    high[axis] = int(std::ceil(last));
  }
  return node_box_around(low, high);
}

void resize_by_node(NodeBox node_box, BodyDerived& derived, BodyWorkspace& work) {
  const Index n = node_box.nodes.count();
  derived.dof.resize(n), derived.ghost.resize_zero(n), derived.outer_place.resize_zero(n);
  work.resize(node_box);
  if (derived.tables.empty()) derived.tables.assign({fit_tables()});
}

void open_node_box(NodeBox node_box, BodyState& state, BodyDerived& derived, BodyWorkspace& work) {
  state.node_box = node_box;
  const Index n = node_box.nodes.count();
  state.u.resize_zero(n), state.v.resize_zero(n);
  state.force.resize_zero(n), state.mass.resize_zero(n), state.phi.resize_zero(n);
  state.layers = DeviceVector<std::int8_t>(n, layer::unknown);
  state.guarded.resize_zero(n), state.outside.resize_zero(n);
  resize_by_node(node_box, derived, work);
  work.momentum.resize_zero(n);
}

void recentre_node_box(BodyState& state, BodyDerived& derived, BodyWorkspace& work, double h) {
  const NodeBox old = state.node_box;
  const Hull box = hull(derived.active.span(), old.nodes);
  const NodeBox needed = node_box_around(old.first + box.low, old.first + box.high);
  const Int3 last =
      needed.first + Int3{needed.nodes.nx - 1, needed.nodes.ny - 1, needed.nodes.nz - 1};
  if (old.contains(needed.first) && old.contains(last)) return;
  move_field(old, needed, state.u, work.vector1, Vec3{});
  move_field(old, needed, state.v, work.vector2, Vec3{});
  move_field(old, needed, state.force, work.vector3, Vec3{});
  move_field(old, needed, work.momentum, work.vector4, Vec3{});
  move_field(old, needed, state.phi, work.scalar, far_outside * h);
  move_field(old, needed, state.mass, work.scalar, 0.0);
  move_field<std::int8_t>(old, needed, state.guarded, work.spread[0], 0);
  move_field<std::int8_t>(old, needed, state.outside, work.spread[0], 0);
  state.layers.resize(needed.nodes.count());
  state.node_box = needed;
  resize_by_node(needed, derived, work);
  renumber(old, needed, derived.active.span());
  renumber(old, needed, work.cells.span());
  invert_list(derived.active.span(), derived.dof.span());
}

ES_END
