#include "grid/quadrature/geometry.h"

#include "grid/node_list.h"
#include "grid/quadrature/kinks.h"
#include "grid/quadrature/solid_points.h"
#include "grid/trilinear.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

/// Bounded level set of the guard.
ES_HD double bounded(double phi, std::int8_t node_layer, double h) {
  return node_layer == layer::active ? phi : larger(phi, 0.5 * (node_layer - 0.5) * h);
}

/// The least level set that a node outside may have without asking. The bound lifts that of layer 1
/// by at most h/4, so that less says nothing there; layers 3 and 4 lie more than a cell from
/// anything solid.
ES_HD double unguarded(std::int8_t node_layer, double h) {
  return node_layer == 1 ? -unguarded_depth * h : node_layer == 2 ? 0 : h;
}

/// Trilinear value of bounded(phi).
ES_HD double bounded_at(Span<const double> phi, Span<const std::int8_t> layers, Cells nodes,
                        const Place& place, double h) {
  double corner[8];
  for (int n = 0; n < 8; ++n) {
    const Index at = corner_index(place.lower, n, nodes);
    corner[n] = bounded(phi[at], layers[at], h);
  }
  return trilinear::interpolate(corner, place.xi);
}

/// Is any octant of the cell with its lower corner at `node` solid? A cheap, safe bound.
ES_HD bool may_hold_solid(Span<const double> phi, Span<const std::int8_t> layers, Cells nodes,
                          Index node, double h) {
  double least = far_outside * h;
  for (int n = 0; n < 8; ++n) {
    const Index at = corner_index(node, n, nodes);
    if (layers[at] > layer::last) return false;
    least = smaller(least, phi[at]);
  }
  return least < 0.5 * h;  // an octant's centre is solid below sqrt(3) h/4
}

/// Least mass of an active node, by the lightest material [kg].
double min_mass_of(const BodyMaterials& materials, const GridSpec& grid) {
  return grid.numerics.min_mass_fraction * materials.min_density() * grid.h * grid.h * grid.h;
}

/// As work.cells and work.cell.
void list_cells(const BodyState& state, BodyWorkspace& work, const GridSpec& grid) {
  const Cells nodes = state.node_box.nodes;
  const double h = grid.h;
  const Span<std::uint8_t> flags = work.flags.span();
  const Span<const double> phi = state.phi.span();
  const Span<const std::int8_t> layers = state.layers.span();
  parallel_for(nodes, [=] ES_DEVICE(int i, int j, int k) {
    const Index node = nodes.index(i, j, k);
    const bool inside = i + 1 < nodes.nx && j + 1 < nodes.ny && k + 1 < nodes.nz;
    flags[node] = inside && phi[node] < 4 * h && may_hold_solid(phi, layers, nodes, node, h);
  });
  select(flags, work.cells, work.cell.span());
  work.loads.resize(work.cells.size()), work.points.resize(work.cells.size());
  work.states.resize(work.cells.size());
}

/// The material of the points.
ES_HD void places_at_rest(const CellPoints& points, Vec3 lower, double h, const Vec3* corner_u,
                          Vec3* X) {
  point_values(points, corner_u, X);
  for (int q = 0; q < 8; ++q) {
    const Vec3 middle{octant_middle(q, 0), octant_middle(q, 1), octant_middle(q, 2)};
    const Vec3 at =
        points.at_middles ? middle : Vec3{points.at[0][q], points.at[1][q], points.at[2][q]};
    X[q] = lower + h * at - X[q];
  }
}

/// What a material has of the points. @return whether there is any
ES_HD bool parts_of(const MaterialShare& share, const CellPoints& points, const Vec3* X, double h,
                    double* part) {
  const double width = 0.5 * h, whole = width * width * width;
  bool any = false;
  for (int q = 0; q < 8; ++q) {
    part[q] = points.w[q] > 0 ? share.at(X[q], width * (points.w[q] / whole)) : 0;
    any = any || part[q] > 0;
  }
  return any;
}

template <class L>
void integrate(BodyState& state, BodyWorkspace& work, GridSpec grid, PlacedShape shape,
               Solid<L> solid, MaterialShare share, HistoryView history, double min_mass,
               bool again) {
  const NodeBox node_box = state.node_box;
  const Cells nodes = node_box.nodes;
  const Span<CellLoads> loads = work.loads.span();
  const Span<MassPoints> all_points = work.points.span();
  const Span<CellState> states = work.states.span();
  const Span<const int> cells = work.cells.span();
  const Span<const Vec3> u = state.u.span(), v = state.v.span();
  const Span<const double> phi = state.phi.span();
  const Span<const std::int8_t> guarded = state.guarded.span();
  const Span<const std::int8_t> layers = state.layers.span();
  const Span<std::int8_t> is_outside = state.outside.span();
  const Span<const double> mass = state.mass.span();
  const GridNumerics& numerics = grid.numerics;
  const bool bound_tips = numerics.bound_tips;
  const DetRange of_bodies = numerics.leave_out_inverted ? valid_det : any_det;
  const DetRange of_tips = bound_tips ? tip_det : of_bodies;
  parallel_for(cells.size, [=] ES_DEVICE(Index c) {
    Vec3 corner_u[8], corner_v[8];
    double corner_phi[8], octant_phi[8];
    MassPoints solid_at;
    CellPoints& points = solid_at.points;
    double most = -1e300;
    double least = 1e300;
    bool use_corners = false, outside = true;
    for (int n = 0; n < 8; ++n) {
      const Index at = corner_index(cells[c], n, nodes);
      corner_u[n] = u[at];
      corner_phi[n] = octant_phi[n] = phi[at];
      most = larger(most, phi[at]), least = smaller(least, phi[at]);
      use_corners = use_corners || guarded[at];
      outside = outside && layers[at] != layer::active && mass[at] < min_mass;
      corner_v[n] = v[at];
    }
    const Vec3 lower = grid.position(node_box.to_grid(cells[c]));
    if (use_corners || most < -grid.h) {
      octants::blend8(octant_phi);
      cut_octants(corner_phi, octant_phi, grid.h, points);
    } else {
      solid_points(shape, lower, grid.h, corner_u, corner_phi, points);
    }
    if (again) outside = is_outside[cells[c]];
    is_outside[cells[c]] = outside;
    if (bound_tips && outside && least > unguarded_depth * grid.h)
      for (double& w : points.w) w = 0;
    const DetRange range = outside ? of_tips : of_bodies;
    Vec3 X[8];
    double part[8];
    PointMemory memory{history, nullptr};
    if (depends_on_place(solid.law) || !share.is_all()) {
      places_at_rest(points, lower, grid.h, corner_u, X);
      memory.X = X;
    }
    if (!share.is_all() && !parts_of(share, points, X, grid.h, part)) return;
    CellLoads own;
    CellState cell = cell_loads(solid, corner_u, corner_v, grid, range,
                                share.is_all() ? nullptr : part, memory, solid_at, own);
    if (outside) cell.inverted = 0, cell.left_out = 0;  // that was never the body's
    if (!share.is_all()) {
      cell.join(states[c]), own.add(loads[c]);
      for (int q = 0; q < 8; ++q) solid_at.mass[q] += all_points[c].mass[q];
    }
    states[c] = cell, loads[c] = own, all_points[c] = solid_at;
  });
}

/// Nothing in any cell, to which each material adds what it has there.
void empty_cells(BodyWorkspace& work) {
  const Span<CellLoads> loads = work.loads.span();
  const Span<MassPoints> points = work.points.span();
  const Span<CellState> states = work.states.span();
  parallel_for(states.size, [=] ES_DEVICE(Index c) {
    states[c] = CellState{}, loads[c] = CellLoads{}, points[c] = MassPoints{};
  });
}

void integrate(BodyState& state, BodyWorkspace& work, const GridSpec& grid,
               const PlacedShape& shape, const BodyMaterials& materials, const HistoryView& history,
               bool again) {
  list_cells(state, work, grid);
  if (!materials.is_one()) empty_cells(work);
  const double min_mass = min_mass_of(materials, grid);
  materials.each([&](const Material& material, const MaterialShare& share) {
    with_law(material, [&](const auto& solid) {
      integrate(state, work, grid, shape, solid, share, history, min_mass, again);
    });
  });
}

/// Has a node lost half of its octants, or more, to inverted points?
ES_HD bool is_inverted(Index node, Cells nodes, Span<const int> cell, Span<const CellState> states,
                       Span<const MassPoints> points) {
  int lost = 0, kept = 0;
  for (int n = 0; n < 8; ++n) {  // the octant of a cell that is next to its corner n
    const int c = cell[cell_with_corner(node, n, nodes)];
    if (c < 0) continue;
    lost += states[c].inverted >> n & 1, kept += points[c].points.w[n] > 0;
  }
  return lost > 0 && lost >= kept;
}

void flag_massive(Span<const double> mass, double min_mass, Span<std::uint8_t> flags) {
  parallel_for_light(flags.size, [=] ES_DEVICE(Index n) { flags[n] = mass[n] >= min_mass; });
}

/// Flags the inverted ones of flagged nodes with 2.
void mark_inverted(const BodyState& state, const BodyWorkspace& work, Span<std::uint8_t> flags) {
  const Cells nodes = state.node_box.nodes;
  const Span<const int> cell = work.cell.span();
  const Span<const CellState> states = work.states.span();
  const Span<const MassPoints> points = work.points.span();
  parallel_for(flags.size, [=] ES_DEVICE(Index n) {
    if (flags[n] && is_inverted(n, nodes, cell, states, points)) flags[n] = 2;
  });
}

int count_flag(Span<const std::uint8_t> flags, std::uint8_t flag) {
  return int(
      sum<double>(flags.size, [=] ES_DEVICE(Index n) -> double { return flags[n] == flag; }));
}

void keep_flag(std::uint8_t flag, Span<std::uint8_t> flags) {
  parallel_for_light(flags.size, [=] ES_DEVICE(Index n) { flags[n] = flags[n] == flag; });
}

ES_HD int octants_of(std::uint8_t bits) {
  int count = 0;
  for (int q = 0; q < 8; ++q) count += bits >> q & 1;
  return count;
}

/// What is not a number must not be lost in a maximum.
ES_HD double or_infinite(double x) { return x == x ? x : 1.0 / 0.0; }

/// Sums and extremes over the cells, as reduce.h wants them.
struct CellTotals {
  double energy = 0, volume = 0, activated = 0, flowed = 0, flow_power = 0, viscous_power = 0,
         artificial_power = 0, inverted = 0, left_out = 0;
  double minus_det = -1.0 / 0.0;  ///< the largest
  double viscosity = -1.0 / 0.0, speed2 = -1.0 / 0.0;

  ES_HD CellTotals operator+(const CellTotals& o) const {
    return {energy + o.energy,
            volume + o.volume,
            activated + o.activated,
            flowed + o.flowed,
            flow_power + o.flow_power,
            viscous_power + o.viscous_power,
            artificial_power + o.artificial_power,
            inverted + o.inverted,
            left_out + o.left_out,
            larger(minus_det, o.minus_det),
            larger(viscosity, o.viscosity),
            larger(speed2, o.speed2)};
  }
};

GeometryReport summarise(Span<const CellState> states) {
  const CellTotals totals = sum<CellTotals>(states.size, [=] ES_DEVICE(Index c) -> CellTotals {
    const CellState& s = states[c];
    return {s.energy,
            s.volume,
            s.activated,
            s.flowed,
            s.flow_power,
            s.viscous_power,
            s.artificial_power,
            double(octants_of(s.inverted)),
            s.left_out,
            or_infinite(-s.min_det),
            or_infinite(s.viscosity),
            or_infinite(s.speed2)};
  });
  GeometryReport report;
  report.energy = totals.energy;
  report.volume = totals.volume + totals.left_out;
  report.activated = totals.activated, report.flowed = totals.flowed;
  report.flow_power = totals.flow_power;
  report.viscous_power = totals.viscous_power;
  report.artificial_power = totals.artificial_power;
  report.inverted = int(totals.inverted);
  report.left_out = totals.left_out;
  report.min_det = states.size > 0 ? -totals.minus_det : 1;
  report.viscosity = states.size > 0 ? totals.viscosity : 0;
  report.speed = states.size > 0 ? std::sqrt(totals.speed2) : 0;
  return report;
}

}  // namespace

void evaluate_level_set(BodyState& state, BodyWorkspace& work, const GridSpec& grid,
                        const PlacedShape& shape, const AdvectedSurface& surface, double dt) {
  const NodeBox node_box = state.node_box;
  const double h = grid.h, step = dt / h;
  const bool guard_layers = grid.numerics.guard, ask_points = grid.numerics.witnesses;
  const Cells nodes = node_box.nodes;
  work.scalar.copy_from(state.phi.span());
  const Span<const double> old = work.scalar.span();
  const Span<double> phi = state.phi.span();
  const Span<const Vec3> u = state.u.span(), v = state.v.span();
  const Span<const std::int8_t> layers = state.layers.span();
  const Span<std::int8_t> guarded = state.guarded.span();
  parallel_for(nodes, [=] ES_DEVICE(int i, int j, int k) {
    const Index node = nodes.index(i, j, k);
    const std::int8_t at = layers[node];
    guarded[node] = 0;
    if (at > layer::last) {
      phi[node] = far_outside * h;
      return;
    }
    const Vec3 x = grid.position(node_box.first + Int3{i, j, k}), X = x - u[node];
    const double value = signed_distance(shape, X);
    phi[node] = value;
    if (step == 0 || at == layer::active) return;
    if (ask_points && value < 0 && !surface.may_hold(X, x, h)) {
      phi[node] = 0.5 * h, guarded[node] = 1;
      return;
    }
    if (!guard_layers || value >= unguarded(at, h)) return;
    double guard = bounded(old[node], at, h);
    if (at <= 2) {  // farther layers lie more than a cell from anything solid
      guard = bounded_at(old, layers, nodes, place_beside(node, nodes, -step * v[node]), h);
    }
    guarded[node] = guard > unguarded_depth * h;
    if (guarded[node]) phi[node] = guard;
  });
}

void add_loads(const BodyState& state, const BodyWorkspace& work, Span<double> mass,
               Span<Vec3> force) {
  const Cells nodes = state.node_box.nodes;
  const Span<const int> cell = work.cell.span();
  const Span<const CellLoads> loads = work.loads.span();
  const Span<const std::int8_t> layers = state.layers.span();
  parallel_for(nodes, [=] ES_DEVICE(int i, int j, int k) {
    const Index node = nodes.index(i, j, k);
    if (i == 0 || j == 0 || k == 0 || layers[node] > layer::last) return;
    double m = 0;
    Vec3 f;
    for (int n = 0; n < 8; ++n) {
      const int c = cell[cell_with_corner(node, n, nodes)];
      if (c < 0) continue;
      m += loads[c].mass[n];
      f += loads[c].force[n];
    }
    mass[node] += m;
    force[node] += f;
  });
}

GeometryReport integrate_cells(BodyState& state, BodyWorkspace& work, const GridSpec& grid,
                               const PlacedShape& shape, const BodyMaterials& materials,
                               const HistoryView& history) {
  integrate(state, work, grid, shape, materials, history, false);
  fill_zero(state.mass.span(), state.force.span());
  add_loads(state, work, state.mass.span(), state.force.span());
  return summarise(work.states.span());
}

void renew_points(BodyState& state, BodyWorkspace& work, const GridSpec& grid,
                  const PlacedShape& shape, const BodyMaterials& materials,
                  const HistoryView& history) {
  integrate(state, work, grid, shape, materials, history, true);
}

void choose_active(BodyState& state, BodyDerived& derived, BodyWorkspace& work,
                   const GridSpec& grid, const BodyMaterials& materials, GeometryReport& report) {
  const double min_mass = min_mass_of(materials, grid);
  const Span<std::uint8_t> flags = work.flags.span();
  flag_massive(state.mass.span(), min_mass, flags);
  if (grid.numerics.switch_off_inverted && report.inverted > 0) {
    mark_inverted(state, work, flags);
    report.repaired = count_flag(flags, 2);
    keep_flag(1, flags);
  }
  select(flags, derived.active, derived.dof.span());
  const Kinks kinks = resist_kinks(state, derived, work, grid, materials);
  report.energy += kinks.energy;
  report.speed = std::sqrt(report.speed * report.speed + kinks.speed2);
}

void flag_inverted(const BodyState& state, BodyWorkspace& work) {
  const Span<std::uint8_t> flags = work.flags.span();
  invert_list(work.cells.span(), work.cell.span());
  flag_massive(state.mass.span(), 1e-300, flags);
  mark_inverted(state, work, flags);
  keep_flag(2, flags);
}

ES_END
