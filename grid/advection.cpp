#include "grid/advection.h"

#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

/// Trilinear interpolation at a position in node units; stays inside the window.
ES_HD Vec3 interpolate(Span<const Vec3> field, Cells nodes, Vec3 p) {
  const int i = int(std::fmin(std::fmax(std::floor(p.x), 0.0), nodes.nx - 2.0));
  const int j = int(std::fmin(std::fmax(std::floor(p.y), 0.0), nodes.ny - 2.0));
  const int k = int(std::fmin(std::fmax(std::floor(p.z), 0.0), nodes.nz - 2.0));
  const double a = p.x - i, b = p.y - j, c = p.z - k;
  const Index node = nodes.index(i, j, k), row = nodes.nx, plane = row * nodes.ny;
  const Vec3* f = field.data + node;
  const Vec3 f00 = (1 - a) * f[0] + a * f[1];
  const Vec3 f10 = (1 - a) * f[row] + a * f[row + 1];
  const Vec3 f01 = (1 - a) * f[plane] + a * f[plane + 1];
  const Vec3 f11 = (1 - a) * f[plane + row] + a * f[plane + row + 1];
  return (1 - c) * ((1 - b) * f00 + b * f10) + c * ((1 - b) * f01 + b * f11);
}

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

void advect(const BodyFields& body, const GridSpec& grid, Carried what, Span<const Vec3> field,
            Span<const Vec3> w, double dt, Vec3 drift, Span<Vec3> traced, Span<Vec3> result) {
  const Cells nodes = body.window.nodes;
  const Trace t{w, dt / grid.h, (1 / grid.h) * drift};
  // In node units x - x_d = -back, so u^ gains h (-back); for velocities nothing is added.
  const double shift = what == Carried::displacement ? grid.h : 0;
  trace_back(body.active.span(), nodes, field, t, shift, traced);
  trace_back(body.slaves.span(), nodes, field, t, shift, traced);
  correct(body.active.span(), nodes, field, t, shift, traced, result);
}

ES_END
