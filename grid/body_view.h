#pragma once

#include <cstdint>

#include "grid/constants.h"
#include "grid/lattice.h"
#include "grid/layers/stencil.h"
#include "shapes/placed_shape.h"
#include "surface/smooth_map.h"

namespace eulersolid {

/// Linear least-squares weights of a ghost node: active node k at the offset d (in nodes) has the
/// weight
///     w_k = (constant + slope . d) |d|^-4,   sum_k w_k = 1,   sum_k w_k d_k = 0,
/// over the active nodes with |d|_max <= ghost_reach. Where the fit is degenerate slope = 0.
struct GhostFit {
  double constant = 0;
  Vec3 slope;
};

/// |d|^-4 of the nodes within ghost_reach, row by row along x, as loops capture it; 0 for d = 0.
struct DistanceWeights {
  double by_square[2 * ghost_reach * ghost_reach + 1][stencil::width];  ///< by that of the row

  /// Those of the row (dy, dz), from dx = -ghost_reach on.
  ES_HD const double* of_row(int dy, int dz) const { return by_square[dy * dy + dz * dz]; }
  ES_HD double operator()(int dx, int dy, int dz) const { return of_row(dy, dz)[dx + ghost_reach]; }
};

inline DistanceWeights distance_weights() {
  DistanceWeights weights;
  for (int row = 0; row <= 2 * ghost_reach * ghost_reach; ++row) {
    for (int dx = -ghost_reach; dx <= ghost_reach; ++dx) {
      const double square = dx * dx + row;
      weights.by_square[row][dx + ghost_reach] = square > 0 ? 1 / (square * square) : 0;
    }
  }
  return weights;
}

/// What fits look up: weights, and their moments along the rows of a stencil.
struct FitTables {
  struct RowMoments {
    double sum = 0, x = 0, xx = 0;  ///< of the weights of the nodes, times 1, dx and dx^2
  };
  DistanceWeights weights;
  /// By the squared distance of a row, and which of its nodes count.
  RowMoments moments[2 * ghost_reach * ghost_reach + 1][1 << stencil::width];
};

inline FitTables fit_tables() {
  FitTables tables{distance_weights(), {}};
  for (int square = 0; square <= 2 * ghost_reach * ghost_reach; ++square) {
    for (unsigned row = 0; row < 1 << stencil::width; ++row) {
      FitTables::RowMoments& m = tables.moments[square][row];
      for (int dx = -ghost_reach; dx <= ghost_reach; ++dx) {
        if (!stencil::holds(row, dx)) continue;
        const double w = tables.weights.by_square[square][dx + ghost_reach];
        m.sum += w, m.x += w * dx, m.xx += w * (dx * dx);
      }
    }
  }
  return tables;
}

ES_HD inline double ghost_weight(const GhostFit& fit, Int3 d, const DistanceWeights& weights) {
  return (fit.constant + fit.slope.x * d.x + fit.slope.y * d.y + fit.slope.z * d.z) *
         weights(d.x, d.y, d.z);
}

/// Velocity of a rigid body for one generalized velocity of one: of its centre, and spin.
struct Twist {
  Vec3 velocity, spin;

  ES_HD Vec3 at(Vec3 from_centre) const { return velocity + cross(spin, from_centre); }
};

/// How a rigid body moves with generalized velocities, which several may share, three to a degree
/// of freedom.
struct RigidView {
  Vec3 centre;               ///< of mass [m]
  double mass = 0;           ///< [kg]
  int first = -1;            ///< of its degrees of freedom, among those of all rigid bodies
  Span<const Twist> twists;  ///< one for each velocity
  ES_HD bool is_rigid() const { return first >= 0; }
  ES_HD int dofs() const { return int(twists.size / 3); }
};

/// One body as the contact module sees it, after the kick by its forces.
/// All arrays but `fits`, `stencils`, `active` and those of points have node_box.nodes.count()
/// entries.
struct BodyView {
  NodeBox node_box;
  PlacedShape shape;               ///< at rest, its samples in the memory of this backend
  Span<const Vec3> u;              ///< displacement x - X [m]; valid where layer <= 3
  Span<const double> phi;          ///< signed distance to the surface in reference space [m],
                                   ///< negative inside; valid where layer <= 3
  Span<const std::int8_t> layers;  ///< `layer` of each node
  Span<const int> dof;             ///< active node -> position in `active`; others -1
  Span<const int> ghost;           ///< node in layers 1 and 2 -> position in `fits`; others -1
  Span<const GhostFit> fits;
  Span<const Stencil> stencils;  ///< of the ghost nodes: the active nodes that support them
  Span<const int> active;        ///< node box indices of the active nodes, ascending
  Span<const double> mass;  ///< lumped mass of active nodes, those of ghost nodes aggregated [kg]
  Span<Vec3> velocity;      ///< active nodes: v* on entry, v^{t+1} on return [m/s]
  Span<const Vec3> before;  ///< active nodes: velocities before the kick; for the work done [m/s]
  Span<const Vec3> points;  ///< where the points of the surface are [m]
  Span<const Vec3> point_area;           ///< their area vectors at rest, outward [m^2]
  Span<const std::uint8_t> point_sharp;  ///< not zero: on an edge or a corner
  double wave_speed;                     ///< of pressure waves at rest [m/s]
  double contact_modulus;                ///< E / (1 - nu^2) at rest [Pa]
  double energy_lost;         ///< since the start, to errors of the grid [J]; negative: made
  Span<const int> held = {};  ///< active nodes whose velocities are given (grid/regions/)
  Span<Vec3> passed = {};     ///< of each, what contacts gave to it in the step [N s]
  RigidView rigid = {};       ///< where it is rigid it has no active nodes
};

/// The map of a body where its values are known.
ES_HD inline SmoothMap smooth_map(const BodyView& body, const GridSpec& grid) {
  return {grid.position(body.node_box.first),
          grid.h,
          body.node_box.nodes,
          body.u,
          body.layers,
          known_layer};
}

}  // namespace eulersolid
