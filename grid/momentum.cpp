#include "grid/momentum.h"

#include "kernels/parallel_for.h"
#include "kernels/reduce.h"

ES_BEGIN

namespace {

Momentum sum_nodes(Span<const int> active, Window window, GridSpec grid, Span<const double> mass,
                   Span<const Vec3> v) {
  return sum<Momentum>(active.size, [=] ES_DEVICE(Index a) -> Momentum {
    const Index node = active[a];
    const double m = mass[node];
    const Vec3 x = grid.position(window.to_grid(node)), mv = m * v[node];
    return {m,
            0.5 * dot(mv, v[node]),
            norm(mv),
            m * x,
            mv,
            cross(x, mv),
            {m * x.x * x.x, m * x.y * x.y, m * x.z * x.z},
            {m * x.x * x.y, m * x.x * x.z, m * x.y * x.z}};
  });
}

void add_rigid(Span<const int> active, Window window, GridSpec grid, Span<Vec3> v, Vec3 shift,
               Vec3 spin, Vec3 centre) {
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    const Index node = active[a];
    v[node] += shift + cross(spin, grid.position(window.to_grid(node)) - centre);
  });
}

}  // namespace

Momentum measure(const BodyFields& body, const GridSpec& grid) {
  return sum_nodes(body.active.span(), body.window, grid, body.mass.span(), body.v.span());
}

Mat3 inertia(const Momentum& m) {
  const Vec3 c = m.centroid();
  const double xx = m.square.x - m.mass * c.x * c.x, yy = m.square.y - m.mass * c.y * c.y,
               zz = m.square.z - m.mass * c.z * c.z;
  const double xy = m.product.x - m.mass * c.x * c.y, xz = m.product.y - m.mass * c.x * c.z,
               yz = m.product.z - m.mass * c.y * c.z;
  return {{{yy + zz, -xy, -xz}, {-xy, xx + zz, -yz}, {-xz, -yz, xx + yy}}};
}

double restore_momentum(BodyFields& body, const GridSpec& grid, Vec3 linear, Vec3 angular) {
  const Momentum now = measure(body, grid);
  if (!(now.mass > 0)) return 0;
  const Vec3 centre = now.centroid();
  const Vec3 missing = linear - now.linear;
  const Vec3 missing_spin = (angular - now.angular) - cross(centre, missing);
  const Mat3 I = inertia(now);
  const double scale = trace(I) / 3;
  const bool turns = determinant(I) > 1e-9 * scale * scale * scale;  // not a line of nodes
  const Vec3 spin = turns ? inverse(I) * missing_spin : Vec3{};
  add_rigid(body.active.span(), body.window, grid, body.v.span(), (1 / now.mass) * missing, spin,
            centre);
  const double arm = std::sqrt(scale / now.mass);
  return norm(missing) + (arm > 0 ? norm(missing_spin) / arm : 0);
}

double largest_speed(const BodyFields& body) {
  const Span<const int> active = body.active.span();
  const Span<const Vec3> v = body.v.span();
  return std::sqrt(
      largest(active.size, [=] ES_DEVICE(Index a) -> double { return dot(v[active[a]], v[active[a]]); }, 0.0));
}

ES_END
