#include "grid/layers/fits.h"

#include "kernels/core/parallel_for.h"
#include "kernels/math/rows5.h"

ES_BEGIN

namespace {

using stencil::reach;

/// Symmetric 4 x 4 moments of the offsets, in the order 1, x, y, z.
struct Moments {
  double s = 0, x = 0, y = 0, z = 0, xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
};

/// Solves moments (constant, slope) = (1, 0, 0, 0): the coefficients of weights that reproduce
/// linear fields at the origin. Degenerate when the central second moments K are (nearly) singular.
ES_HD GhostFit solve_fit(const Moments& m) {
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

/// Moments of the nodes of a stencil, row by row along x.
ES_HD Moments moments_of(const Stencil& around, const FitTables& tables) {
  Moments m;
  stencil::for_each_row(around, [&](int dy, int dz, unsigned row) {
    const FitTables::RowMoments of = tables.moments[dy * dy + dz * dz][row];
    m.s += of.sum, m.x += of.x, m.y += of.sum * dy, m.z += of.sum * dz;
    m.xx += of.xx, m.yy += of.sum * (dy * dy), m.zz += of.sum * (dz * dz);
    m.xy += of.x * dy, m.xz += of.x * dz, m.yz += of.sum * (dy * dz);
  });
  return m;
}

/// Fits of a list of nodes, and what they follow from: the nodes around that count, and of those
/// the node's own part.
template <template <class> class View>
struct FitsOf {
  View<GhostFit> fits;
  View<Stencil> own, around;
};
template <class T>
using Write = Span<T>;
template <class T>
using Read = Span<const T>;

/// Fits the listed nodes to those of layers below `below`. A fit follows from the nodes around:
/// where they are those of before, as for most, it is kept.
/// @param place  by node: where among the old ones to look; what is there may be another node's
void fit(Span<const int> list, Cells nodes, Span<const std::int8_t> layers, std::int8_t below,
         Span<const FitTables> tables, Span<const int> place, FitsOf<Write> now, FitsOf<Read> old) {
  parallel_for(list.size, [=] ES_DEVICE(Index s) {
    const Index node = list[s];
    const Stencil around = stencil::around(node, nodes, layers, below);
    const int before = place[node];
    now.around[s] = around;
    if (0 <= before && before < old.fits.size && old.around[before] == around) {
      now.own[s] = old.own[before], now.fits[s] = old.fits[before];
    } else {
      now.own[s] = stencil::own_part(around);
      now.fits[s] = solve_fit(moments_of(now.own[s], tables[0]));
    }
  });
}

/// Makes the fits of a list what they are now, from those of before.
/// @param place  by node: where in the list of before it was, or may have been
void renew(const DeviceVector<int>& list, const BodyState& state, std::int8_t below,
           Span<const FitTables> tables, Span<const int> place, DeviceVector<GhostFit>& fits,
           DeviceVector<Stencil>& stencils, DeviceVector<Stencil>& around, BodyWorkspace& work) {
  work.fits.copy_from(fits.span());
  work.stencils.copy_from(stencils.span()), work.stencils_around.copy_from(around.span());
  fits.resize(list.size()), stencils.resize(list.size()), around.resize(list.size());
  fit(list.span(), state.node_box.nodes, state.layers.span(), below, tables, place,
      {fits.span(), stencils.span(), around.span()},
      {work.fits.span(), work.stencils.span(), work.stencils_around.span()});
}

void note_places(Span<const int> list, Span<int> place) {
  parallel_for_light(list.size, [=] ES_DEVICE(Index s) { place[list[s]] = int(s); });
}

/// field = sum of weights times field over the nodes of lower layers, for the listed nodes that are
/// of the layer `of`.
void evaluate(Span<const int> list, std::int8_t of, const BodyState& state,
              Span<const FitTables> tables, Span<const GhostFit> fits, Span<const Stencil> stencils,
              Span<Vec3> field) {
  const Span<const std::int8_t> layers = state.layers.span();
  const Strides stride = strides(state.node_box.nodes);
  parallel_for(list.size, [=] ES_DEVICE(Index s) {
    const Index node = list[s];
    if (layers[node] != of) return;
    const GhostFit f = fits[s];
    RowWeights weight(f.slope.x);
    RowSums sums;
    stencil::for_each_row(stencils[s], [&](int dy, int dz, unsigned row) {
      weight.set(f.constant + f.slope.y * dy + f.slope.z * dz, tables[0].weights.of_row(dy, dz));
      sums.add(weight, row, &field[node + dy * stride.y + dz * stride.z - reach]);
    });
    field[node] = sums.total();
  });
}

void evaluate_layer(const BodyState& state, const BodyDerived& derived, int of, Span<Vec3> field) {
  const int o = of - 2;
  const Span<const int> list = of == 1 ? derived.ghosts.span() : derived.outer[o].span();
  const Span<const GhostFit> fits = of == 1 ? derived.fits.span() : derived.outer_fits[o].span();
  const Span<const Stencil> stencils =
      of == 1 ? derived.stencils.span() : derived.outer_stencils[o].span();
  evaluate(list, std::int8_t(of), state, derived.tables.span(), fits, stencils, field);
}

}  // namespace

void renew_fits(const BodyState& state, BodyDerived& derived, Span<const int> ghost_before,
                BodyWorkspace& work) {
  const Span<const FitTables> tables = derived.tables.span();
  renew(derived.ghosts, state, 1, tables, ghost_before, derived.fits, derived.stencils,
        derived.around, work);
  const Span<int> place = derived.outer_place.span();
  for (int o = 0; o < 3; ++o) {
    renew(derived.outer[o], state, std::int8_t(o + 2), tables, place, derived.outer_fits[o],
          derived.outer_stencils[o], derived.outer_around[o], work);
    note_places(derived.outer[o].span(), place);
  }
}

void extrapolate(const BodyState& state, const BodyDerived& derived, Span<Vec3> field, int last) {
  evaluate_layer(state, derived, 1, field);
  extrapolate_outer(state, derived, field, last);
}

void extrapolate_outer(const BodyState& state, const BodyDerived& derived, Span<Vec3> field,
                       int last) {
  for (int of = 2; of <= last; ++of) evaluate_layer(state, derived, of, field);
}

ES_END
