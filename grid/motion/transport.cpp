#include "grid/motion/transport.h"

#include "grid/constants.h"
#include "grid/layers/fits.h"
#include "grid/motion/cubic.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

/// How the fields are interpolated for the nodes of a list.
struct Cubic {
  ES_HD static Vec3 value(Span<const Vec3> field, Cells nodes, const Place& at) {
    return cubic::interpolate(field, nodes, at.lower, at.xi);
  }
};
struct Trilinear {
  ES_HD static Vec3 value(Span<const Vec3> field, Cells nodes, const Place& at) {
    return interpolate(field, nodes, at);
  }
};

/// v^, with the departure points of the velocities that it gives.
void trace_velocity(Span<const int> list, Cells nodes, Span<const Vec3> v, double dt_over_h,
                    Span<Vec3> out) {
  parallel_for(list.size, [=] ES_DEVICE(Index n) {
    const Index node = list[n];
    Vec3 w = v[node];
    for (int round = 0; round < 2; ++round)
      w = interpolate(v, nodes, place_beside(node, nodes, -dt_over_h * w));
    out[node] = Cubic::value(v, nodes, place_beside(node, nodes, -dt_over_h * w));
  });
}

/// u^ = x - X^: u at the departure points of the velocities w, and the way from there.
template <class Q>
void trace_displacement(Span<const int> list, Cells nodes, Span<const Vec3> u, Span<const Vec3> w,
                        double dt, double dt_over_h, Span<Vec3> out) {
  parallel_for(list.size, [=] ES_DEVICE(Index n) {
    const Index node = list[n];
    const Place from = place_beside(node, nodes, -dt_over_h * w[node]);
    out[node] = Q::value(u, nodes, from) + dt * w[node];
  });
}

/// The part of the correction that a node takes: all of it.
struct Whole {
  ES_HD double at(Index) const { return 1; }
};

/// All of it where grad X changes by up to kink_start from cell to cell, none from twice that on.
/// @param u  displacements [m]
struct WhereResolved {
  Span<const Vec3> u;
  Strides stride;
  double inverse_h;
  double kink_start;

  ES_HD double jump(Index node, Index step) const {
    return inverse_h * norm(second_difference(u, node, step));
  }
  ES_HD double at(Index node) const {
    const double largest =
        larger(jump(node, stride.x), larger(jump(node, stride.y), jump(node, stride.z)));
    return larger(0, smaller(2 - largest / kink_start, 1));
  }
};

/// result = q^ + part (q - q^ where the particles at the nodes go) / 2 in layers 0 and 1, q^ in
/// layer 2; `way` is dt where q is a displacement, and 0 where it is a velocity.
template <class Q, class Part>
void correct(Span<const int> list, Cells nodes, Span<const std::int8_t> layers,
             Span<const Vec3> field, Span<const Vec3> v, Span<const Vec3> traced, double dt_over_h,
             double way, Part part, Span<Vec3> result) {
  parallel_for(list.size, [=] ES_DEVICE(Index n) {
    const Index node = list[n];
    result[node] = traced[node];
    if (layers[node] > 1) return;
    const Place ahead = place_beside(node, nodes, dt_over_h * v[node]);
    const Vec3 returned = Q::value(traced, nodes, ahead) - way * v[node];
    result[node] += (0.5 * part.at(node)) * (field[node] - returned);
  });
}

}  // namespace

void advect_velocity(const BodyState& state, const BodyDerived& derived, const GridSpec& grid,
                     double dt, Span<Vec3> traced, Span<Vec3> advected) {
  const Cells nodes = state.node_box.nodes;
  const Span<const std::int8_t> layers = state.layers.span();
  const Span<const Vec3> v = state.v.span();
  const Span<const int> active = derived.active.span();
  const double dt_over_h = dt / grid.h;
  trace_velocity(active, nodes, v, dt_over_h, traced);
  extrapolate(state, derived, traced, 2);
  correct<Cubic>(active, nodes, layers, v, v, traced, dt_over_h, 0, Whole{}, advected);
  extrapolate(state, derived, advected, 2);
}

void advect_map(const BodyState& state, const BodyDerived& derived, const GridSpec& grid, double dt,
                Span<const Vec3> advected_v, Span<Vec3> traced, Span<Vec3> advected) {
  const Cells nodes = state.node_box.nodes;
  const Span<const std::int8_t> layers = state.layers.span();
  const Span<const Vec3> u = state.u.span(), v = state.v.span();
  const Span<const int> active = derived.active.span(), ghosts = derived.ghosts.span();
  const double dt_over_h = dt / grid.h;
  trace_displacement<Cubic>(active, nodes, u, advected_v, dt, dt_over_h, traced);
  trace_displacement<Trilinear>(ghosts, nodes, u, advected_v, dt, dt_over_h, traced);
  const double kink_start = grid.numerics.limit_map ? grid.numerics.kink_start : INFINITY;
  const WhereResolved resolved{u, strides(nodes), 1 / grid.h, kink_start};
  correct<Cubic>(active, nodes, layers, u, v, traced, dt_over_h, dt, resolved, advected);
  correct<Trilinear>(ghosts, nodes, layers, u, v, traced, dt_over_h, dt, Whole{}, advected);
}

void keep_advected(Span<const int> ghosts, Span<const std::uint8_t> inverted,
                   Span<const std::int8_t> layers, Span<const double> mass, double whole,
                   Span<const Vec3> fitted, Span<const Vec3> advected, Span<Vec3> field) {
  parallel_for(ghosts.size, [=] ES_DEVICE(Index s) {
    const Index node = ghosts[s];
    if (layers[node] > 1 || (inverted.size > 0 && inverted[node])) return;
    const double part = smaller(1, mass[node] / whole);
    field[node] = fitted[node] + part * (advected[node] - fitted[node]);
  });
}

ES_END
