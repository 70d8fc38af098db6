#include "grid/motion/start_body.h"

#include "kernels/core/parallel_for.h"

ES_BEGIN

void start_linear(BodyState& state, const GridSpec& grid, const LinearStart& start) {
  const Span<Vec3> v = state.v.span(), u = state.u.span(), points = state.points.span();
  const Span<std::int8_t> layers = state.layers.span();
  const NodeBox node_box = state.node_box;
  const LinearStart from = start;
  const AffineMap back = inverse(start.place);
  parallel_for(v.size, [=] ES_DEVICE(Index n) {
    const Vec3 x = grid.position(node_box.to_grid(n));
    const Vec3 r = x - from.centre;
    v[n] = from.velocity + cross(from.angular_velocity, r) + from.velocity_gradient * r;
    u[n] = x - back.at(x);
    layers[n] = 1;
  });
  parallel_for(points.size, [=] ES_DEVICE(Index p) { points[p] = from.place.at(points[p]); });
}

/// By the second moments of the mass, which are those of inertia in other words.
Vec3 angular_momentum_of(const Mat3& gradient, const Mat3& inertia) {
  const Mat3 moments = (0.5 * trace(inertia)) * identity3() - inertia;
  const Mat3 a = gradient * moments;
  return {a[2][1] - a[1][2], a[0][2] - a[2][0], a[1][0] - a[0][1]};
}

ES_END
