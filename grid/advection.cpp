#include "grid/advection.h"

#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

/// What a trace needs, in node units.
struct Trace {
  Span<const Vec3> w;
  double dt_over_h;
  Vec3 drift;
};

/// Displacement over one step, in node units, of the particle at a node; sign -1 goes back.
ES_HD Vec3 trace(const Trace& t, Cells nodes, Vec3 start, Index node, double sign) {
  const Span<const Vec3> w = t.w;
  const double dt_over_h = sign * t.dt_over_h;
  const Vec3 middle = start + (0.5 * dt_over_h) * w[node] - t.drift;
  return dt_over_h * interpolate(w, nodes, middle);
}

ES_HD Vec3 position(Int3 c) { return {double(c.x), double(c.y), double(c.z)}; }

/// q^ on the given nodes.
void trace_back(Span<const int> list, Cells nodes, Span<const Vec3> field, Trace t, double shift,
                Span<Vec3> out) {
  parallel_for(list.size, [=] ES_DEVICE(Index n) {
    const Index node = list[n];
    const Vec3 start = position(nodes.coordinates(node));
    const Vec3 back = trace(t, nodes, start, node, -1);
    out[node] = interpolate(field, nodes, start + back) - shift * back;
  });
}

void correct(Span<const int> active, Cells nodes, Span<const Vec3> field, Trace t, double shift,
             Span<const Vec3> traced, Span<Vec3> result) {
  parallel_for(active.size, [=] ES_DEVICE(Index n) {
    const Index node = active[n];
    const Vec3 start = position(nodes.coordinates(node));
    const Vec3 ahead = trace(t, nodes, start, node, 1);
    const Vec3 returned = interpolate(traced, nodes, start + ahead) - shift * ahead;
    result[node] = traced[node] + 0.5 * (field[node] - returned);
  });
}

}  // namespace

void advect(Window window, const BodyDerived& nodes, const GridSpec& grid, Carried what,
            Span<const Vec3> field, Span<const Vec3> w, double dt, Vec3 drift, Span<Vec3> traced,
            Span<Vec3> result) {
  const Trace t{w, dt / grid.h, (1 / grid.h) * drift};
  // In node units x - x_d = -back, so u^ gains h (-back); for velocities nothing is added.
  const double shift = what == Carried::displacement ? grid.h : 0;
  trace_back(nodes.active.span(), window.nodes, field, t, shift, traced);
  trace_back(nodes.slaves.span(), window.nodes, field, t, shift, traced);
  correct(nodes.active.span(), window.nodes, field, t, shift, traced, result);
}

ES_END
