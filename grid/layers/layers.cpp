#include "grid/layers/layers.h"

#include <cassert>
#include <cstring>

#include "grid/layers/fits.h"
#include "grid/node_list.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/math/lanes3.h"

ES_BEGIN

namespace {

/// The nearer of two distances to active nodes, and that of a node `d` farther away.
ES_HD std::int8_t nearer(std::int8_t a, std::int8_t b) { return a < b ? a : b; }
ES_HD std::int8_t at_least(std::int8_t a, std::int8_t d) { return a > d ? a : d; }

/// One pass of the distance transform, along the axis with that stride: out = min over |d| <= last
/// of max(|d|, in at +d); the three passes in turn give the largest of the three index distances.
/// Ends of rows and planes are not looked for: what follows on them is margin of the node box, like
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

/// out = largest of the three index distances to the nearest marked node; `marks` holds 0 there,
/// `unknown` elsewhere, and is overwritten, as `spare` is.
void spread(Cells nodes, Span<std::int8_t> marks, Span<std::int8_t> spare, Span<std::int8_t> out) {
  const Strides stride = strides(nodes);
  spread_along(stride.x, marks, spare);
  spread_along(stride.y, spare, marks);
  spread_along(stride.z, marks, out);
}

void mark_active(Span<const int> dof, Span<std::int8_t> out) {
  parallel_for_light(
      out.size, [=] ES_DEVICE(Index n) { out[n] = dof[n] >= 0 ? layer::active : layer::unknown; });
}

/// Lists the ghost nodes, in layers 1 and 2, and the nodes of each of layers 2, 3 and 4.
void list_layers(Span<const std::int8_t> layers, BodyDerived& derived, BodyWorkspace& work) {
  static_assert(layer::last == 4, "a bit for each list");
  const Span<std::uint8_t> flags = work.flags.span();
  parallel_for_light(flags.size, [=] ES_DEVICE(Index n) {
    const int at = layers[n];
    const int ghost = at == 1 || at == 2, outer = at >= 2 && at <= layer::last ? 1 << (at - 1) : 0;
    flags[n] = std::uint8_t(ghost | outer);
  });
  select_bits(flags, {&derived.ghosts, &derived.outer[0], &derived.outer[1], &derived.outer[2]});
}

/// Which ghost nodes hold something of the fields, by node: 1 or 0; nothing is said of other nodes.
void flag_loaded(Span<const int> ghosts, const HandedFields& fields, Span<std::uint8_t> loaded) {
  const HandedFields f = fields;
  parallel_for_light(ghosts.size, [=] ES_DEVICE(Index s) {
    const Index n = ghosts[s];
    bool any = false;
    for (const Span<double>& scalar : f.scalars) any = any || (scalar.size > 0 && scalar[n] != 0);
    for (const Span<Vec3>& vector : f.vectors)
      any = any || (vector.size > 0 && dot(vector[n], vector[n]) > 0);
    loaded[n] = any;
  });
}

/// Masters gather from ghost nodes: each writes its own node, and ghost nodes are only read.
/// @param loaded  by node; see flag_loaded
/// @param fields  `vectors` vectors and `scalars` scalars
template <int vectors, int scalars>
void gather_loads(const BodyState& state, const BodyDerived& derived,
                  Span<const std::uint8_t> loaded, const HandedFields& fields) {
  const Span<const int> ghost = derived.ghost.span(), active = derived.active.span();
  const Span<const GhostFit> fits = derived.fits.span();
  const Span<const Stencil> givers = derived.givers.span();
  const Strides stride = strides(state.node_box.nodes);
  const HandedFields f = fields;
  const Span<const FitTables> tables = derived.tables.span();
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    if (givers[a] == Stencil{}) return;
    const Index node = active[a];
    Lanes3 vector[vectors];
    double scalar[scalars + 1] = {};
    stencil::for_each_row(givers[a], [&](int dy, int dz, unsigned row) {
      const Index start = node + dy * stride.y + dz * stride.z;
      const unsigned giving = row & stencil::flagged_in_row(loaded.part(start - ghost_reach, 8));
      stencil::for_each_in_row(giving, [&](int dx) {
        const Index from = start + dx;
        const double w = ghost_weight(fits[ghost[from]], {-dx, -dy, -dz}, tables[0].weights);
        for (int i = 0; i < vectors; ++i) vector[i] += w * lanes(f.vectors[i], from);
        for (int i = 0; i < scalars; ++i) scalar[i] += w * f.scalars[i][from];
      });
    });
    for (int i = 0; i < vectors; ++i) f.vectors[i][node] += Vec3(vector[i]);
    for (int i = 0; i < scalars; ++i) f.scalars[i][node] += scalar[i];
  });
}

/// Is every node up to ghost_reach away active? As of most.
ES_HD bool is_inside(Index node, Strides stride, Span<const std::int8_t> layers) {
  const Index first = node - ghost_reach * (stride.x + stride.y + stride.z);
  std::uint64_t any = 0;
  for (int z = 0; z < stencil::width; ++z) {
    for (int y = 0; y < stencil::width; ++y) {
      std::uint64_t bytes = 0;
      const Span<const std::int8_t> row =
          layers.part(first + y * stride.y + z * stride.z, Index(sizeof bytes));
      std::memcpy(&bytes, row.data, sizeof bytes);
      any |= bytes;
    }
  }
  static_assert(layer::active == 0, "a row of active nodes is a row of zeros");
  return (any & 0xffffffffff) == 0;
}

/// derived.givers, from the stencils of the ghost nodes.
void find_givers(const BodyState& state, BodyDerived& derived) {
  const Cells nodes = state.node_box.nodes;
  const Strides stride = strides(nodes);
  const Span<const std::int8_t> layers = state.layers.span();
  const Span<const int> active = derived.active.span(), ghost = derived.ghost.span();
  const Span<const Stencil> support = derived.stencils.span();
  derived.givers.resize(active.size);
  const Span<Stencil> givers = derived.givers.span();
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    const Index node = active[a];
    givers[a] = {};
    if (is_inside(node, stride, layers)) return;
    const Stencil all = stencil::around(node, nodes, layers, 3),
                  active_ones = stencil::around(node, nodes, layers, 1);
    const Stencil ghosts{all.low & ~active_ones.low, all.high & ~active_ones.high};
    Stencil found;
    stencil::for_each_row(ghosts, [&](int dy, int dz, unsigned row) {
      stencil::for_each_in_row(row, [&](int dx) {
        const int s = ghost[node + dx * stride.x + dy * stride.y + dz * stride.z];
        if (support[s].holds({-dx, -dy, -dz})) found.add({dx, dy, dz});
      });
    });
    givers[a] = found;
  });
}

void flag_active(Span<const std::int8_t> layers, Span<std::uint8_t> flags) {
  parallel_for_light(flags.size, [=] ES_DEVICE(Index n) { flags[n] = layers[n] == layer::active; });
}

}  // namespace

void list_active(const BodyState& state, BodyDerived& derived, BodyWorkspace& work) {
  flag_active(state.layers.span(), work.flags.span());
  select(work.flags.span(), derived.active, derived.dof.span());
}

void update_layers(BodyState& state, BodyDerived& derived, BodyWorkspace& work) {
  const Cells nodes = state.node_box.nodes;
  const Span<std::int8_t> layers = state.layers.span();
  const Span<std::int8_t> one = work.spread[0].span(), two = work.spread[1].span();
  mark_active(derived.dof.span(), one);
  spread(nodes, one, two, layers);
  list_layers(layers, derived, work);
  renew_fits(state, derived, derived.ghost.span(), work);
  invert_list(derived.ghosts.span(), derived.ghost.span());
  find_givers(state, derived);
}

void aggregate(const BodyState& state, const BodyDerived& derived, BodyWorkspace& work,
               const HandedFields& fields) {
  const Span<std::uint8_t> loaded = work.flags.span();
  flag_loaded(derived.ghosts.span(), fields, loaded);
  const auto gather = [&]<int vectors>() {
    if (fields.scalars[0].size == 0)
      return gather_loads<vectors, 0>(state, derived, loaded, fields);
    if (fields.scalars[1].size == 0)
      return gather_loads<vectors, 1>(state, derived, loaded, fields);
    return gather_loads<vectors, 2>(state, derived, loaded, fields);
  };
  fields.vectors[1].size == 0 ? gather.operator()<1>() : gather.operator()<2>();
}

ES_END
