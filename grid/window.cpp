#include "grid/window.h"

#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

/// out = field, shifted; what lies outside the old window gets `outside`.
template <class T>
void shift(Window from, Window to, Span<const T> field, Span<T> out, T outside) {
  parallel_for(to.nodes, [=] ES_DEVICE(int i, int j, int k) {
    const Int3 node = to.first + Int3{i, j, k};
    out[to.nodes.index(i, j, k)] = from.contains(node) ? field[from.index(node)] : outside;
  });
}

/// Replaces `field` by its shifted self, using `spare` as the new storage.
template <class T>
void move_field(Window from, Window to, DeviceVector<T>& field, DeviceVector<T>& spare, T outside) {
  spare.resize(to.nodes.count());
  shift<T>(from, to, field.span(), spare.span(), outside);
  field.swap(spare);
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

/// One plane more at the upper end: rows of the stencils are read eight bytes at a time.
Window padded(Window box, int by) {
  const Int3 pad{by, by, by};
  return {box.first - pad,
          {box.nodes.nx + 2 * by, box.nodes.ny + 2 * by, box.nodes.nz + 2 * by + 1}};
}

void resize_workspace(BodyFields& body) {
  const Index n = body.window.nodes.count();
  body.force.resize(n), body.mass.resize(n), body.dof.resize(n), body.slave.resize(n);
  body.cell.resize(n), body.kicked.resize(n), body.traced.resize(n);
  body.scratch_scalar.resize(n), body.flags.resize(n), body.guarded.resize(n);
  body.spread[0].resize(n), body.spread[1].resize(n);
}

}  // namespace

void open_window(BodyFields& body, Window window) {
  body.window = window;
  const Index n = window.nodes.count();
  body.u.resize_zero(n), body.v.resize_zero(n), body.phi.resize_zero(n);
  body.reaction.resize_zero(n);
  body.layers = DeviceVector<std::int8_t>(n, layer::unknown);
  resize_workspace(body);
}

Window active_box(const BodyFields& body) {
  const Hull box = hull(body.active.span(), body.window.nodes);
  const Int3 size = box.high - box.low;
  return {body.window.first + box.low, {size.x + 1, size.y + 1, size.z + 1}};
}

void recentre_window(BodyFields& body) {
  const Window old = body.window, needed = padded(active_box(body), margin);
  const Int3 last =
      needed.first + Int3{needed.nodes.nx - 1, needed.nodes.ny - 1, needed.nodes.nz - 1};
  if (old.contains(needed.first) && old.contains(last)) return;
  move_field(old, needed, body.u, body.kicked, Vec3{});
  move_field(old, needed, body.v, body.traced, Vec3{});
  move_field(old, needed, body.reaction, body.traced, Vec3{});
  move_field(old, needed, body.phi, body.scratch_scalar, 0.0);
  move_field(old, needed, body.layers, body.spread[0], layer::unknown);
  body.window = needed;
  resize_workspace(body);
}

ES_END
