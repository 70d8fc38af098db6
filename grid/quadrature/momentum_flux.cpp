#include "grid/quadrature/momentum_flux.h"

#include "grid/quadrature/geometry.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

/// Shares of the corners of one cell, times `part`.
ES_HD CellLoads cell_flux(const MassPoints& solid, const Vec3* corner_w, double h, double part) {
  CellLoads flux;
  Vec3 w[8];
  double brought[3][8], t[6][8];
  point_values(solid.points, corner_w, w);
  for (int q = 0; q < 8; ++q) {
    const Vec3 p = (part * solid.mass[q]) * w[q];
    for (int i = 0; i < 3; ++i) brought[i][q] = p[i];
    t[0][q] = -p.x * w[q].x, t[1][q] = -p.y * w[q].y, t[2][q] = -p.z * w[q].z;
    t[3][q] = -p.x * w[q].y, t[4][q] = -p.x * w[q].z, t[5][q] = -p.y * w[q].z;
  }
  for (double& mass : flux.mass) mass = 0;
  add_divergence(solid.points, brought[0], brought[1], brought[2], 1 / h, flux.mass);
  scatter_stress(solid.points, t, h, flux.force);
  return flux;
}

}  // namespace

void add_momentum_flux(const BodyState& state, BodyWorkspace& work, const GridSpec& grid,
                       Span<const Vec3> w, double part, Span<double> G, Span<Vec3> C) {
  const Cells nodes = state.node_box.nodes;
  const double h = grid.h;
  work.loads.resize(work.cells.size());
  const Span<CellLoads> loads = work.loads.span();
  const Span<const MassPoints> points = work.points.span();
  const Span<const int> cells = work.cells.span();
  const Span<const double> phi = state.phi.span();
  const Span<const std::int8_t> layers = state.layers.span();
  parallel_for(cells.size, [=] ES_DEVICE(Index c) {
    loads[c] = {};
    if (cells[c] < 0) return;  // outside the node box by now
    Vec3 corner[8];
    for (int n = 0; n < 8; ++n) {
      const Index at = corner_index(cells[c], n, nodes);
      // What has no level set had no values when the cells were listed.
      if (layers[at] > 2 || !(phi[at] < far_outside * h)) return;
      corner[n] = w[at];
    }
    loads[c] = cell_flux(points[c], corner, h, part);
  });
  add_loads(state, work, G, C);
}

ES_END
