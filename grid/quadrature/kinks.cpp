#include "grid/quadrature/kinks.h"

#include "grid/constants.h"
#include "grid/node_list.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

/// The map around active nodes, and how stiff its kinks are.
struct Resistance {
  Span<const Vec3> u;
  Span<const double> mass;
  Strides stride;
  double inverse_h;
  double stiffness;   ///< a (lambda + 2 mu) h^3 [J]
  double whole_mass;  ///< rho h^3 [kg]
  double start;       ///< GridNumerics::kink_start

  ES_HD Vec3 kink(Index node, int axis) const {
    return -inverse_h * second_difference(u, node, stride.along(axis));
  }
  /// du/dx along an axis.
  ES_HD Vec3 slope(Index node, int axis) const {
    const Index step = stride.along(axis);
    return (0.5 * inverse_h) * (u[node + step] - u[node - step]);
  }
  ES_HD double part(Index node) const { return smaller(1, mass[node] / whole_mass); }
  ES_HD bool has_kink(Index node) const {
    double most = 0;
    for (int axis = 0; axis < 3; ++axis) most = larger(most, norm(kink(node, axis)));
    return most > start;
  }
  /// v^T grad X at a node.
  ES_HD Vec3 pulled_back(Index node, Vec3 v) const {
    Vec3 out = v;
    for (int axis = 0; axis < 3; ++axis) out[axis] -= dot(slope(node, axis), v);
    return out;
  }
  /// Force on either neighbour along an axis; on the node itself it is minus twice that [N].
  ES_HD Vec3 force(Index node, int axis) const {
    const Vec3 q = kink(node, axis);
    const double size = norm(q);
    if (!(size > start)) return {};
    const double pull = smaller(size - start, 1);
    return pulled_back(node, (part(node) * stiffness * inverse_h * pull / size) * q);
  }
  ES_HD double energy(Index node) const {
    double sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double beyond = larger(0, norm(kink(node, axis)) - start);
      const double pull = smaller(beyond, 1);
      sum += pull * (beyond - 0.5 * pull);
    }
    return part(node) * stiffness * sum;
  }
  /// For each axis that has a kink 2, and 1 for either neighbour along it that has one, times a
  /// bound of the largest squared stretch of grad X, |grad X|_1 |grad X|_inf.
  /// @param position  by node: not negative where there is a kink
  ES_HD double squeeze(Index node, Span<const int> position) const {
    Vec3 rows;
    double columns = 0;
    int kinks = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const Index s = stride.along(axis);
      if (norm(kink(node, axis)) > start)
        kinks += 2 + (position[node - s] >= 0) + (position[node + s] >= 0);
      Vec3 column = -slope(node, axis);
      column[axis] += 1;
      column = {std::fabs(column.x), std::fabs(column.y), std::fabs(column.z)};
      rows += column;
      columns = larger(columns, column.x + column.y + column.z);
    }
    return kinks * columns * larger(rows.x, larger(rows.y, rows.z));
  }
};

/// Active nodes around which X is known, and has a kink.
void list_kinks(const BodyState& state, const BodyDerived& derived, const Resistance& resistance,
                BodyWorkspace& work) {
  const Span<const int> active = derived.active.span();
  const Span<const std::int8_t> layers = state.layers.span();
  const Span<std::uint8_t> chosen = work.flags.span().part(0, active.size);
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    const Index node = active[a];
    bool known = true;
    for (int axis = 0; axis < 3; ++axis) {
      const Index s = resistance.stride.along(axis);
      known = known && layers[node + s] <= layer::last && layers[node - s] <= layer::last;
    }
    chosen[a] = known && resistance.has_kink(node);
  });
  select_listed(active, chosen, work.positions, work.around);
}

void add_forces(Span<const int> kinked, const Resistance& resistance, Span<int> position,
                BodyState& state) {
  invert_list(kinked, position);
  const Span<Vec3> force = state.force.span();
  const Span<const std::int8_t> layers = state.layers.span();
  const Cells nodes = state.node_box.nodes;
  // Nodes gather: each writes its own force, and the map is only read.
  parallel_for(nodes, [=] ES_DEVICE(int i, int j, int k) {
    const Index node = nodes.index(i, j, k);
    if (i == 0 || j == 0 || k == 0 || layers[node] > layer::last) return;
    Vec3 sum;
    for (int axis = 0; axis < 3; ++axis) {
      const Index s = resistance.stride.along(axis);
      if (position[node - s] >= 0) sum += resistance.force(node - s, axis);
      if (position[node + s] >= 0) sum += resistance.force(node + s, axis);
      if (position[node] >= 0) sum -= 2 * resistance.force(node, axis);
    }
    force[node] += sum;
  });
}

}  // namespace

Kinks resist_kinks(BodyState& state, const BodyDerived& derived, BodyWorkspace& work,
                   const GridSpec& grid, const BodyMaterials& materials) {
  // Of several the softest and the lightest: cells resolve the map of what is stiffer.
  if (!(grid.numerics.kink_stiffness > 0)) return {};
  const double modulus = grid.numerics.kink_stiffness * materials.min_wave_modulus();
  const double density = materials.min_density();
  const double volume = grid.h * grid.h * grid.h;
  const Resistance resistance{
      state.u.span(),   state.mass.span(), strides(state.node_box.nodes), 1 / grid.h,
      modulus * volume, density * volume,  grid.numerics.kink_start};
  list_kinks(state, derived, resistance, work);
  const Span<const int> kinked = work.around.span();
  if (kinked.size == 0) return {};
  add_forces(kinked, resistance, work.kink.span(), state);
  Kinks kinks;
  kinks.energy = sum<double>(
      kinked.size, [=] ES_DEVICE(Index c) -> double { return resistance.energy(kinked[c]); });
  // Nodes to and fro have 4 c^2/h^2 by waves. The magnitudes in a node's row of the kinks'
  // stiffness sum up to 4 a c^2/h^2 times that of its and its neighbours' kinks, 2 and 1 along an
  // axis, and no eigenvalue exceeds the largest of these sums (Gershgorin). Rows of nodes without a
  // kink are not looked at: along an axis they have no more. Both are times the squared stretch.
  const Span<const int> position = work.kink.span();
  kinks.speed2 =
      modulus / density *
      max_reduce(
          kinked.size,
          [=] ES_DEVICE(Index c) -> double { return resistance.squeeze(kinked[c], position); },
          0.0);
  return kinks;
}

ES_END
