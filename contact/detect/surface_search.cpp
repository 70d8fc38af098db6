#include "contact/detect/surface_search.h"

#include "contact/constants.h"
#include "contact/detect/mid_surface.h"
#include "contact/detect/surface_cells.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/search.h"

ES_BEGIN

namespace {

/// Signed distances of one side of a pair at the 8 corners of a cell. False where they are unknown.
ES_HD bool load_corners(const BodyView& body, Int3 cell, double* phi) {
  if (!body.window.contains_cell(cell)) return false;
  for (int n = 0; n < 8; ++n) {
    const Index node = body.window.index(cell + trilinear::corner(n));
    if (body.layers[node] > known_layers) return false;
    phi[n] = body.phi[node];
  }
  return true;
}

ES_HD bool load_partner(const SceneView& scene, const ContactPair& pair, Int3 cell, double* phi) {
  if (!pair.with_obstacle) return load_corners(scene.bodies[pair.partner], cell, phi);
  for (int n = 0; n < 8; ++n) {
    phi[n] = signed_distance(scene.obstacles[pair.partner],
                             scene.grid.position(cell + trilinear::corner(n)));
  }
  return true;
}

/// May the mid-surface pass near both surfaces?
ES_HD bool is_candidate(const double* a, const double* b, double h) {
  double least_a = a[0], least_b = b[0];
  bool below = false, above = false;
  for (int n = 0; n < 8; ++n) {
    least_a = a[n] < least_a ? a[n] : least_a;
    least_b = b[n] < least_b ? b[n] : least_b;
    (a[n] < b[n] ? below : above) = true;
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

/// The patch of a pair in a cell; its area is zero when there is none worth keeping.
ES_HD Patch make_patch(const SceneView& scene, int pair_index, Int3 cell) {
  Patch patch;
  const ContactPair& pair = scene.pairs[pair_index];
  const double h = scene.grid.h;
  double phi_a[8], phi_b[8], difference[8];
  load_corners(scene.bodies[pair.body], cell, phi_a);
  load_partner(scene, pair, cell, phi_b);
  for (int n = 0; n < 8; ++n) difference[n] = phi_a[n] - phi_b[n];
  const CellSurface surface = zero_surface(difference);
  if (!(surface.area > least_area)) return patch;

  Vec3 xi;
  for (int n = 0; n < 8; ++n) {
    const Int3 at = trilinear::corner(n);
    xi += surface.shape[n] / surface.area * Vec3{double(at.x), double(at.y), double(at.z)};
    patch.shape[n] = h * h * surface.shape[n];
  }
  const Vec3 slope_a = (1 / h) * trilinear::gradient(phi_a, xi);
  const Vec3 slope_b = (1 / h) * trilinear::gradient(phi_b, xi);
  const double length_a = norm(slope_a), length_b = norm(slope_b);
  if (!(length_a > least_gradient && length_b > least_gradient)) return patch;
  if (!(dot(slope_a, slope_b) < 0)) return patch;
  patch.gap =
      trilinear::interpolate(phi_a, xi) / length_a + trilinear::interpolate(phi_b, xi) / length_b;
  if (!(patch.gap < largest_gap * h)) return patch;
  if (!is_supported(scene.bodies[pair.body], cell, surface.shape)) return patch;
  if (!pair.with_obstacle && !is_supported(scene.bodies[pair.partner], cell, surface.shape)) {
    return patch;
  }
  // An obstacle's surface is exact. Half of a body's slanting gradient beyond its edges would make
  // the edge plough into a flat floor.
  patch.normal = pair.with_obstacle
                     ? (1 / length_b) * slope_b
                     : normalized((1 / length_b) * slope_b - (1 / length_a) * slope_a);
  patch.centroid = scene.grid.position(cell) + h * xi;
  patch.cell = cell;
  patch.pair = pair_index;
  patch.area = h * h * surface.area;
  return patch;
}

void flag_candidates(const SceneView& scene, Span<const Span<const int>> cells,
                     Span<std::uint8_t> flags) {
  parallel_for(flags.size, [=] ES_DEVICE(Index task) {
    const ContactPair& pair = scene.pairs[pair_of_task(scene.pairs, task)];
    const Int3 cell = cell_of_task(scene, cells, pair, task);
    // The other body first: most cells of one body's surface are far from it.
    double a[8], b[8];
    const bool both =
        pair.searched == pair.body
            ? load_partner(scene, pair, cell, b) && load_corners(scene.bodies[pair.body], cell, a)
            : load_corners(scene.bodies[pair.body], cell, a) && load_partner(scene, pair, cell, b);
    flags[task] = both && is_candidate(a, b, scene.grid.h);
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
