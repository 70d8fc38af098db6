#include "contact/detect/surface_search.h"

#include "contact/constants.h"
#include "contact/detect/cell_curve.h"
#include "contact/detect/cell_side.h"
#include "contact/detect/edge_surface.h"
#include "contact/detect/mid_surface.h"
#include "contact/detect/surface_cells.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/search.h"

ES_BEGIN

namespace {

/// A pair in one cell.
struct CellPair {
  CellSide a, b;
};

/// @return false where a body is not known
ES_HD bool load_pair(const SceneView& scene, const ContactPair& pair, Int3 cell, CellPair& both) {
  // The other body first: most cells of one body's surface are far from it.
  const bool body_last = pair.searched == pair.body;
  if (!body_last && !load_side(scene.bodies[pair.body], cell, both.a)) return false;
  if (pair.with_obstacle) {
    load_side(scene.obstacles[pair.partner], scene.grid, cell, both.b);
  } else if (!load_side(scene.bodies[pair.partner], cell, both.b)) {
    return false;
  }
  return !body_last || load_side(scene.bodies[pair.body], cell, both.a);
}

/// How much farther body A is than its partner at a corner [m]. On a node that lies on the
/// mid-surface rounding does not say on which side.
ES_HD double difference_at(const CellPair& both, int corner, double h) {
  const double difference = both.a.phi[corner] - both.b.phi[corner];
  return std::fabs(difference) < node_tie * h ? 0 : difference;
}

/// May the mid-surface pass near both surfaces?
ES_HD bool is_candidate(const CellPair& both, double h) {
  const double *a = both.a.phi, *b = both.b.phi;
  double least_a = a[0], least_b = b[0];
  bool below = false, above = false;
  for (int n = 0; n < 8; ++n) {
    least_a = a[n] < least_a ? a[n] : least_a;
    least_b = b[n] < least_b ? b[n] : least_b;
    (difference_at(both, n, h) < 0 ? below : above) = true;
  }
  return below && above && least_a < h && least_b < h;
}

/// Can the velocity at every touched corner be expressed by degrees of freedom?
ES_HD bool is_supported(const BodyView& body, Int3 cell, const double* shape) {
  for (int n = 0; n < 8; ++n) {
    const Index node = body.window.index(cell + trilinear::corner(n));
    if (shape[n] > 0 && body.dof[node] < 0 && body.slave[node] < 0) return false;
  }
  return true;
}

/// Does a pair begin at this task or before it?
struct HasBegun {
  Span<const ContactPair> pairs;
  Index task;
  ES_HD bool operator()(Index p) const { return pairs[p].first_task <= task; }
};

/// Which pair a task belongs to: the last that has begun.
ES_HD int pair_of_task(Span<const ContactPair> pairs, Index task) {
  return int(partition_point(pairs.size, HasBegun{pairs, task})) - 1;
}

/// Grid coordinates of the cell that a task looks at.
ES_HD Int3 cell_of_task(const SceneView& scene, Span<const Span<const int>> cells,
                        const ContactPair& pair, Index task) {
  const int node = cells[pair.searched][task - pair.first_task];
  return scene.bodies[pair.searched].window.to_grid(node);
}

/// Where the corners' mean weighted by the integrals of their shape functions lies: the centroid.
ES_HD Vec3 centroid_of(const CellSurface& surface) {
  Vec3 xi;
  for (int n = 0; n < 8; ++n) {
    const Int3 at = trilinear::corner(n);
    xi += surface.shape[n] / surface.area * Vec3{double(at.x), double(at.y), double(at.z)};
  }
  return xi;
}

/// What a side is on a surface in the cell.
struct SideOnSurface {
  double phi;  ///< mean [m]
  Vec3 slope;  ///< at the centroid
};

ES_HD SideOnSurface side_on(const CellSurface& surface, const CellSide& side,
                            const CellCurve& curve, double h, Vec3 xi) {
  double phi = 0;
  for (int n = 0; n < 8; ++n) phi += surface.shape[n] / surface.area * side.phi[n];
  return {phi + curve.mean(xi, (1 / surface.area) * surface.squares),
          (1 / h) * (trilinear::gradient(side.phi, xi) + curve.gradient(xi))};
}

/// Who owns the normal.
enum class NormalRule { of_body, of_partner, mean };

/// An edge has no normal of its own: that is the other side's. An obstacle's surface is exact.
ES_HD NormalRule normal_rule(bool edge_a, bool edge_b, bool with_obstacle) {
  if (edge_a != edge_b) return edge_a ? NormalRule::of_partner : NormalRule::of_body;
  return with_obstacle && !edge_b ? NormalRule::of_partner : NormalRule::mean;
}

/// Normal from the partner to the body, and the mean gap along it [m]; the normal is zero where the
/// surfaces do not oppose each other.
ES_HD Vec3 normal_of(const SideOnSurface& a, const SideOnSurface& b, NormalRule rule, double& gap) {
  const double length_a = norm(a.slope), length_b = norm(b.slope);
  if (!(length_a > least_gradient && length_b > least_gradient)) return {};
  if (!(dot(a.slope, b.slope) < 0)) return {};
  gap = a.phi / length_a + b.phi / length_b;
  if (rule == NormalRule::of_body) return (-1 / length_a) * a.slope;
  if (rule == NormalRule::of_partner) return (1 / length_b) * b.slope;
  return normalized((1 / length_b) * b.slope - (1 / length_a) * a.slope);
}

/// Direction from the partner to the body in which their faces are sought: the mean of both slopes,
/// each with the weight that it is not bent by an edge.
ES_HD Vec3 direction_at(const CellPair& both, double h, Vec3 xi) {
  const Vec3 slope_a = trilinear::gradient(both.a.phi, xi),
             slope_b = trilinear::gradient(both.b.phi, xi);
  if (!(dot(slope_a, slope_b) < 0)) return {};
  const double bend_a = bend_of(both.a.phi) / h, bend_b = bend_of(both.b.phi) / h;
  const double trust_a = 1 / (bend_a * bend_a + least_bend * least_bend),
               trust_b = 1 / (bend_b * bend_b + least_bend * least_bend);
  return normalized(trust_b * normalized(slope_b) - trust_a * normalized(slope_a));
}

/// Where the two sides are equally far, up to the borders of their faces.
ES_HD CellSurface mid_surface(const CellPair& both, double h) {
  double difference[8];
  bool borders = false;
  for (int c = 0; c < 8; ++c) {
    difference[c] = difference_at(both, c, h);
    borders = borders || !(both.a.beyond[c] < 0 && both.b.beyond[c] < 0);
  }
  return borders ? zero_surface(difference, both.a.beyond, both.b.beyond)
                 : zero_surface(difference);
}

/// A side of a pair in a cell, with what is known of its shape.
struct ShapedSide {
  CellSide& values;
  const CellShape& at;
  bool has_edges;
  int face = 0;  ///< that looks at the other side; -1 where none does

  ES_HD bool edge_comes_first(double h) const {
    return face < 0 && (bend_of(values.phi) > edge_bend * h || middle_bend(at) > edge_bend * h);
  }
  ES_HD int seen_face() const { return has_edges ? face : -1; }
  ES_HD bool see() const { return seen_face() >= 0 && see_face(at, face, values); }
};

ES_HD CellCurve curve_of_body(const SceneView& scene, const ContactPair& pair, Int3 cell,
                              const CellPair& both, int face) {
  return curve_of(scene.bodies[pair.body], scene.grid, cell, both.a.phi, face);
}

ES_HD CellCurve curve_of_partner(const SceneView& scene, const ContactPair& pair, Int3 cell,
                                 const CellPair& both, int face) {
  return pair.with_obstacle
             ? curve_of(scene.obstacles[pair.partner], scene.grid, cell, both.b.phi, face)
             : curve_of(scene.bodies[pair.partner], scene.grid, cell, both.b.phi, face);
}

/// The mid-surface in a cell; its gap where an edge comes first, which the sides' values do not
/// show.
struct OpposedSurface {
  CellSurface surface;
  double gap = 0;                       ///< at an edge [m]
  int face_a = -1, face_b = -1;         ///< between which it lies; -1: what the values show
  bool edge_a = false, edge_b = false;  ///< where an edge comes first

  ES_HD bool at_edge() const { return edge_a || edge_b; }
};

/// The mid-surface; of shapes with edges, that between the two faces that look at each other there,
/// or what the edge touches that comes first.
ES_HD OpposedSurface opposed_surface(const SceneView& scene, const ContactPair& pair, Int3 cell,
                                     CellPair& both) {
  const CellSurface surface = mid_surface(both, scene.grid.h);
  const bool edges_a = has_edges(scene.bodies[pair.body].shape);
  const bool edges_b = pair.with_obstacle ? has_edges(scene.obstacles[pair.partner])
                                          : has_edges(scene.bodies[pair.partner].shape);
  if (!(surface.area > 0) || !(edges_a || edges_b)) return {surface};
  const CellShape shape_a = shape_in(scene.bodies[pair.body], scene.grid, cell);
  const CellShape shape_b = pair.with_obstacle
                                ? shape_in(scene.obstacles[pair.partner], scene.grid, cell)
                                : shape_in(scene.bodies[pair.partner], scene.grid, cell);
  const Vec3 xi = centroid_of(surface), n = direction_at(both, scene.grid.h, xi);
  if (!(dot(n, n) > 0)) return {};
  const ShapedSide a{both.a, shape_a, edges_a,
                     edges_a ? face_towards(shape_a, xi, -n, scene.grid.h) : 0};
  const ShapedSide b{both.b, shape_b, edges_b,
                     edges_b ? face_towards(shape_b, xi, n, scene.grid.h) : 0};
  const bool edge_a = a.edge_comes_first(scene.grid.h), edge_b = b.edge_comes_first(scene.grid.h);
  if (edge_a || edge_b) {
    const CellCurve flat;
    const EdgeSurface edge = edge_surface(
        {both.a, shape_a, edges_a, edges_a ? flat : curve_of_body(scene, pair, cell, both, -1)},
        {both.b, shape_b, edges_b, edges_b ? flat : curve_of_partner(scene, pair, cell, both, -1)},
        n, scene.grid.h);
    return {edge.surface, edge.gap, -1, -1, edge_a, edge_b};
  }
  const bool seen_a = a.see(), seen_b = b.see();
  return {.surface = seen_a || seen_b ? mid_surface(both, scene.grid.h) : surface,
          .face_a = a.seen_face(),
          .face_b = b.seen_face()};
}

/// The patch of a pair in a cell; its area is zero when there is none worth keeping.
ES_HD Patch make_patch(const SceneView& scene, int pair_index, Int3 cell) {
  Patch patch;
  const ContactPair& pair = scene.pairs[pair_index];
  const double h = scene.grid.h;
  CellPair both;
  load_pair(scene, pair, cell, both);
  const OpposedSurface opposed = opposed_surface(scene, pair, cell, both);
  const CellSurface& surface = opposed.surface;
  if (!(surface.area > least_area)) return patch;
  const Vec3 xi = centroid_of(surface);
  const CellCurve curve_a = curve_of_body(scene, pair, cell, both, opposed.face_a),
                  curve_b = curve_of_partner(scene, pair, cell, both, opposed.face_b);
  patch.normal =
      normal_of(side_on(surface, both.a, curve_a, h, xi), side_on(surface, both.b, curve_b, h, xi),
                normal_rule(opposed.edge_a, opposed.edge_b, pair.with_obstacle), patch.gap);
  if (opposed.at_edge()) patch.gap = opposed.gap;
  if (!(dot(patch.normal, patch.normal) > 0 && patch.gap < largest_gap * h)) return patch;
  if (!is_supported(scene.bodies[pair.body], cell, surface.shape)) return patch;
  if (!pair.with_obstacle && !is_supported(scene.bodies[pair.partner], cell, surface.shape)) {
    return patch;
  }
  for (int c = 0; c < 8; ++c) patch.shape[c] = h * h * surface.shape[c];
  patch.centroid = scene.grid.position(cell) + h * xi;
  patch.cell = cell;
  patch.pair = pair_index;
  patch.at_edge = opposed.at_edge();
  patch.area = h * h * surface.area;
  return patch;
}

void flag_candidates(const SceneView& scene, Span<const Span<const int>> cells,
                     Span<std::uint8_t> flags) {
  parallel_for(flags.size, [=] ES_DEVICE(Index task) {
    const ContactPair& pair = scene.pairs[pair_of_task(scene.pairs, task)];
    const Int3 cell = cell_of_task(scene, cells, pair, task);
    CellPair both;
    flags[task] = load_pair(scene, pair, cell, both) && is_candidate(both, scene.grid.h);
  });
}

void make_patches(const SceneView& scene, Span<const Span<const int>> cells, Span<const int> tasks,
                  Span<Patch> patches, Span<std::uint8_t> kept) {
  parallel_for(tasks.size, [=] ES_DEVICE(Index t) {
    const int pair = pair_of_task(scene.pairs, tasks[t]);
    patches[t] = make_patch(scene, pair, cell_of_task(scene, cells, scene.pairs[pair], tasks[t]));
    kept[t] = patches[t].area > 0;
  });
}

void gather(Span<const Patch> from, Span<const int> list, Span<Patch> to) {
  parallel_for(list.size, [=] ES_DEVICE(Index p) { to[p] = from[list[p]]; });
}

/// Lets each pair search the smaller of its two lists of surface cells.
/// @return the number of tasks
Index assign_tasks(SceneTables& scene, const std::vector<DeviceVector<int>>& cells) {
  const auto count = [&](int body) { return cells[std::size_t(body)].size(); };
  Index tasks = 0;
  for (ContactPair& pair : scene.pairs) {
    const bool partner = !pair.with_obstacle && count(pair.partner) < count(pair.body);
    pair.searched = partner ? pair.partner : pair.body;
    pair.first_task = tasks;
    tasks += count(pair.searched);
  }
  scene.device_pairs.assign(scene.pairs);
  return tasks;
}

}  // namespace

Span<const Patch> SurfaceSearch::find(SceneTables& scene) {
  cells_.resize(scene.bodies.size());
  std::vector<Span<const int>> lists;
  for (std::size_t b = 0; b < cells_.size(); ++b) {
    list_surface_cells(scene.bodies[b], scene.grid.h, flags_, cells_[b]);
    lists.push_back(cells_[b].span());
  }
  cell_lists_.assign(lists);
  flags_.resize(assign_tasks(scene, cells_));
  flag_candidates(scene.view(), cell_lists_.span(), flags_.span());
  select(flags_.span(), tasks_);
  flags_.resize(tasks_.size());
  candidates_.resize(tasks_.size());
  make_patches(scene.view(), cell_lists_.span(), tasks_.span(), candidates_.span(), flags_.span());
  select(flags_.span(), kept_);
  patches_.resize(kept_.size());
  gather(candidates_.span(), kept_.span(), patches_.span());
  return patches_.span();
}

ES_END
