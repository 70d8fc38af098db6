#include "grid/layers.h"

#include <cassert>
#include <cstring>

#include "grid/node_list.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

constexpr int reach = slave_reach;

/// The nearer of two distances to active nodes, and that of a node `d` farther away.
ES_HD std::int8_t nearer(std::int8_t a, std::int8_t b) { return a < b ? a : b; }
ES_HD std::int8_t at_least(std::int8_t a, std::int8_t d) { return a > d ? a : d; }

/// One pass of the distance transform, along the axis with that stride: out = min over |d| <= last
/// of max(|d|, in at +d); the three passes in turn give the largest of the three index distances.
/// Ends of rows and planes are not looked for: what follows on them is margin of the window, like
/// they themselves, and holds nothing that is near. At the ends of the array one looks inwards.
void spread_along(Index stride, Span<const std::int8_t> in, Span<std::int8_t> out) {
  const Index end = layer::last * stride, inner = in.size - 2 * end;
  parallel_for_light(2 * end, [=] ES_DEVICE(Index i) {
    const Index node = i < end ? i : inner + i, inwards = i < end ? stride : -stride;
    std::int8_t best = in[node];
    for (std::int8_t d = 1; d <= layer::last; ++d)
      best = nearer(best, at_least(in[node + d * inwards], d));
    out[node] = best;
  });
  parallel_for_light(inner, [=] ES_DEVICE(Index i) {
    const Index node = end + i;
    std::int8_t best = in[node];
    for (std::int8_t d = 1; d <= layer::last; ++d)
      best = nearer(best, at_least(nearer(in[node - d * stride], in[node + d * stride]), d));
    out[node] = best;
  });
}

void mark_active(Span<const int> dof, Span<std::int8_t> out) {
  parallel_for_light(
      out.size, [=] ES_DEVICE(Index n) { out[n] = dof[n] >= 0 ? layer::active : layer::unknown; });
}

/// Lists the nodes of layers 1 to 4, once over the window and then each layer from that list.
void list_layers(Span<const std::int8_t> layers, BodyDerived& derived, BodyWorkspace& work) {
  const Span<std::uint8_t> flags = work.flags.span();
  parallel_for_light(flags.size, [=] ES_DEVICE(Index n) {
    flags[n] = layers[n] >= 1 && layers[n] <= layer::last;
  });
  select(flags, work.around);
  const Span<const int> around = work.around.span();
  const Span<std::uint8_t> chosen = flags.part(0, around.size);
  for (int list = 0; list < 4; ++list) {  // the slaves, then layers 2, 3 and 4
    const int from = list == 0 ? 1 : list + 1, to = list == 0 ? 2 : list + 1;
    parallel_for_light(around.size, [=] ES_DEVICE(Index i) {
      const int at = layers[around[i]];
      chosen[i] = at >= from && at <= to;
    });
    select_listed(around, chosen, work.positions,
                  list == 0 ? derived.slaves : derived.outer[list - 1]);
  }
}

/// Symmetric 4 x 4 moments of the offsets, in the order 1, x, y, z.
struct Moments {
  double s = 0, x = 0, y = 0, z = 0, xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
};

/// Solves moments (constant, slope) = (1, 0, 0, 0): the coefficients of weights that reproduce
/// linear fields at the origin. Degenerate when the central second moments K are (nearly) singular.
ES_HD SlaveFit solve_fit(const Moments& m) {
  if (!(m.s > 0)) return {};
  const double cx = m.x / m.s, cy = m.y / m.s, cz = m.z / m.s;
  const Mat3 K{{{m.xx - m.x * cx, m.xy - m.x * cy, m.xz - m.x * cz},
                {m.xy - m.y * cx, m.yy - m.y * cy, m.yz - m.y * cz},
                {m.xz - m.z * cx, m.yz - m.z * cy, m.zz - m.z * cz}}};
  const double scale = trace(K) / 3, det = determinant(K);
  if (!(det > degenerate_fit * scale * scale * scale)) return {1 / m.s, {}};
  // The first column of the inverse of [s m^T; m M], by the Schur complement K = M - m m^T / s.
  const Vec3 centre{cx, cy, cz};
  const Vec3 direction = inverse(K) * centre;
  return {1 / m.s + dot(centre, direction), -direction};
}

/// |d|^-4 by the squared distance of two different nodes, as loops capture it.
struct DistanceWeights {
  double by_square[3 * reach * reach + 1];
};

DistanceWeights distance_weights() {
  DistanceWeights weights;
  weights.by_square[0] = 0;
  for (int d = 1; d <= 3 * reach * reach; ++d) weights.by_square[d] = 1.0 / (double(d) * d);
  return weights;
}

/// A row of the stencil of a fit, with what lies behind it: eight bytes are read at a time.
ES_HD Span<const std::int8_t> row_around(Span<const std::int8_t> layers, Index centre) {
  return layers.part(centre - reach, sizeof(std::uint64_t));
}

/// Does any of the first five nodes of a row lie in a layer below `below`? All bytes at once: a
/// byte of 0x80 + layer - below keeps its high bit unless the layer is lower.
ES_HD bool has_lower(Span<const std::int8_t> row, std::int8_t below) {
  constexpr std::uint64_t ones = 0x0101010101, high = 0x8080808080;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, row.data, sizeof bytes);
  return (((bytes | high) - ones * std::uint64_t(below)) & high) != high;
}

/// Moments of the nodes below `below` around one node, row by row along x.
ES_HD Moments moments_around(Index node, Cells nodes, Span<const std::int8_t> layers,
                             std::int8_t below, const DistanceWeights& weights) {
  assert(nodes.contains_around(nodes.coordinates(node), reach));
  Moments m;
  const Index row = nodes.nx, plane = row * nodes.ny;
  for (int dz = -reach; dz <= reach; ++dz) {
    for (int dy = -reach; dy <= reach; ++dy) {
      const Span<const std::int8_t> at = row_around(layers, node + dy * row + dz * plane);
      if (!has_lower(at, below)) continue;
      double s = 0, x = 0, xx = 0;
      for (int dx = -reach; dx <= reach; ++dx) {
        const double w =
            at[dx + reach] < below ? weights.by_square[dx * dx + dy * dy + dz * dz] : 0;
        s += w, x += w * dx, xx += w * (dx * dx);
      }
      m.s += s, m.x += x, m.y += s * dy, m.z += s * dz;
      m.xx += xx, m.yy += s * (dy * dy), m.zz += s * (dz * dz);
      m.xy += x * dy, m.xz += x * dz, m.yz += s * (dy * dz);
    }
  }
  return m;
}

void fit(Span<const int> list, Cells nodes, Span<const std::int8_t> layers, bool to_active_only,
         Span<SlaveFit> fits) {
  const DistanceWeights weights = distance_weights();
  parallel_for(list.size, [=] ES_DEVICE(Index s) {
    const Index node = list[s];
    const std::int8_t below = to_active_only ? std::int8_t(1) : layers[node];
    fits[s] = solve_fit(moments_around(node, nodes, layers, below, weights));
  });
}

/// field = sum of weights times field over the nodes of lower layers, for the listed nodes that are
/// of the layer `of`.
void evaluate(Span<const int> list, std::int8_t of, Cells nodes, Span<const std::int8_t> layers,
              Span<const SlaveFit> fits, Span<Vec3> field) {
  const Index row = nodes.nx, plane = row * nodes.ny;
  const DistanceWeights weights = distance_weights();
  parallel_for(list.size, [=] ES_DEVICE(Index s) {
    const Index node = list[s];
    if (layers[node] != of) return;
    assert(nodes.contains_around(nodes.coordinates(node), reach));
    const SlaveFit f = fits[s];
    Vec3 value;
    for (int dz = -reach; dz <= reach; ++dz) {
      for (int dy = -reach; dy <= reach; ++dy) {
        const Index start = node + dy * row + dz * plane;
        if (!has_lower(row_around(layers, start), of)) continue;
        const double constant = f.constant + f.slope.y * dy + f.slope.z * dz;
        for (int dx = -reach; dx <= reach; ++dx) {
          if (layers[start + dx] >= of) continue;
          const double w = weights.by_square[dx * dx + dy * dy + dz * dz];
          value += ((constant + f.slope.x * dx) * w) * field[start + dx];
        }
      }
    }
    field[node] = value;
  });
}

/// Which slaves hand something over.
void flag_loaded_slaves(Span<const int> slave, Span<const double> mass, Span<std::uint8_t> flags) {
  parallel_for_light(flags.size,
                     [=] ES_DEVICE(Index n) { flags[n] = slave[n] >= 0 && mass[n] > 0; });
}

void flag_active(Span<const std::int8_t> layers, Span<std::uint8_t> flags) {
  parallel_for_light(flags.size, [=] ES_DEVICE(Index n) { flags[n] = layers[n] == layer::active; });
}

}  // namespace

void list_active(const BodyState& state, BodyDerived& derived, BodyWorkspace& work) {
  flag_active(state.layers.span(), work.flags.span());
  select(work.flags.span(), derived.active);
  invert_list(derived.active.span(), derived.dof.span());
}

void update_layers(BodyState& state, BodyDerived& derived, BodyWorkspace& work) {
  const Cells nodes = state.window.nodes;
  const Span<std::int8_t> layers = state.layers.span();
  mark_active(derived.dof.span(), layers);
  const Strides stride = strides(nodes);
  spread_along(stride.x, layers, work.spread[0].span());
  spread_along(stride.y, work.spread[0].span(), work.spread[1].span());
  spread_along(stride.z, work.spread[1].span(), layers);
  list_layers(layers, derived, work);
  invert_list(derived.slaves.span(), derived.slave.span());
  derived.fits.resize(derived.slaves.size());
  fit(derived.slaves.span(), nodes, layers, true, derived.fits.span());
  for (int o = 0; o < 3; ++o) {
    derived.outer_fits[o].resize(derived.outer[o].size());
    fit(derived.outer[o].span(), nodes, layers, false, derived.outer_fits[o].span());
  }
}

void extrapolate(const BodyState& state, const BodyDerived& derived, Span<Vec3> field, int last) {
  const Cells nodes = state.window.nodes;
  const Span<const std::int8_t> layers = state.layers.span();
  evaluate(derived.slaves.span(), 1, nodes, layers, derived.fits.span(), field);
  for (int of = 2; of <= last; ++of) {
    evaluate(derived.outer[of - 2].span(), std::int8_t(of), nodes, layers,
             derived.outer_fits[of - 2].span(), field);
  }
}

void hand_over(BodyState& state, const BodyDerived& derived, BodyWorkspace& work,
               double least_mass) {
  flag_loaded_slaves(derived.slave.span(), state.mass.span(), work.flags.span());
  const Span<const std::uint8_t> loaded = work.flags.span();
  const Span<const int> slave = derived.slave.span(), active = derived.active.span();
  const Span<const SlaveFit> fits = derived.fits.span();
  const Span<double> mass = state.mass.span();
  const Span<Vec3> force = state.force.span();
  const Cells nodes = state.window.nodes;
  const Index row = nodes.nx, plane = row * nodes.ny;
  // Masters gather from slaves: each body writes its own node, and slaves are only read.
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    const Index node = active[a];
    assert(nodes.contains_around(nodes.coordinates(node), reach));
    double m = mass[node];
    Vec3 f = force[node];
    for (int dz = -reach; dz <= reach; ++dz) {
      for (int dy = -reach; dy <= reach; ++dy) {
        const Index start = node + dy * row + dz * plane;
        for (int dx = -reach; dx <= reach; ++dx) {
          if (!loaded[start + dx]) continue;
          const double w = slave_weight(fits[slave[start + dx]], {-dx, -dy, -dz});
          m += w * mass[start + dx];
          f += w * force[start + dx];
        }
      }
    }
    mass[node] = std::fmax(m, least_mass);
    force[node] = f;
  });
}

ES_END
