#pragma once

#include <cstdint>

#include "kernels/core/span.h"
#include "kernels/math/cells.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// The fixed grid that all bodies share: node (i, j, k) lies at origin + h (i, j, k). Indices may
/// be negative: the grid has no ends.
struct GridSpec {
  Vec3 origin;   ///< [m]
  double h = 1;  ///< cell size [m]

  ES_HD Vec3 position(Int3 node) const {
    return {origin.x + h * node.x, origin.y + h * node.y, origin.z + h * node.z};
  }
};

/// The box of grid nodes on which one body keeps its fields.
struct Window {
  Int3 first;   ///< grid indices of the window's node (0, 0, 0)
  Cells nodes;  ///< number of nodes in each direction

  ES_HD Int3 to_grid(Index node) const { return first + nodes.coordinates(node); }
  /// Position in the window's arrays of a grid node that the window contains.
  ES_HD Index index(Int3 grid_node) const { return nodes.index(grid_node - first); }
  ES_HD bool contains(Int3 grid_node) const { return nodes.contains(grid_node - first); }
  ES_HD bool contains_cell(Int3 grid_cell) const {
    const Int3 c = grid_cell - first;
    return c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x + 1 < nodes.nx && c.y + 1 < nodes.ny &&
           c.z + 1 < nodes.nz;
  }
};

/// What a node of a window is. Numbers 1, 2, ... are layers around the active nodes, by the
/// largest of the three index distances; values there are extrapolated.
namespace layer {
constexpr std::int8_t active = 0;   ///< a degree of freedom
constexpr std::int8_t last = 4;     ///< the outermost layer with values
constexpr std::int8_t unknown = 9;  ///< no values here
}  // namespace layer

/// How far, in nodes, the masters of a slave may be.
constexpr int slave_reach = 2;

/// Linear least-squares weights of a slave node: master k at the offset d (in nodes) has the weight
///     w_k = (constant + slope . d) |d|^-4,   sum_k w_k = 1,   sum_k w_k d_k = 0,
/// over the active nodes with |d|_max <= slave_reach. Where the fit is degenerate slope = 0.
struct SlaveFit {
  double constant = 0;
  Vec3 slope;
};

/// |d|^-4 of an offset between two different nodes.
ES_HD inline double slave_distance_weight(Int3 d) {
  const double squared = double(d.x * d.x + d.y * d.y + d.z * d.z);
  return 1.0 / (squared * squared);
}

ES_HD inline double slave_weight(const SlaveFit& fit, Int3 d) {
  return (fit.constant + fit.slope.x * d.x + fit.slope.y * d.y + fit.slope.z * d.z) *
         slave_distance_weight(d);
}

/// One body as the contact module sees it, after internal forces and advection.
/// All arrays but `fits` and `active` have window.nodes.count() entries.
struct BodyView {
  Window window;
  Span<const double> phi;          ///< signed distance to the surface in reference space [m],
                                   ///< negative inside; valid where layer <= 3
  Span<const std::int8_t> layers;  ///< `layer` of each node
  Span<const int> dof;             ///< active node -> position in `active`; others -1
  Span<const int> slave;           ///< node in layers 1 and 2 -> position in `fits`; others -1
  Span<const SlaveFit> fits;
  Span<const int> active;   ///< window indices of the active nodes, ascending
  Span<const double> mass;  ///< lumped mass of active nodes, slaves' handed over [kg]
  Span<Vec3> velocity;      ///< active nodes: v* on entry, v^{t+1} on return [m/s]
};

}  // namespace eulersolid
