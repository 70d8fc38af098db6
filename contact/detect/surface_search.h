#pragma once

#include "contact/detect/scene_tables.h"

ES_BEGIN

/// The mid-surface of a pair inside one cell.
struct Patch {
  double shape[8];  ///< integrals of the corners' shape functions over the patch [m^2]
  Vec3 centroid;    ///< [m]
  Vec3 normal;      ///< unit, from the partner B to the body A
  double area = 0;  ///< [m^2]
  double gap = 0;   ///< distance between the two surfaces, negative where they overlap [m]
  Int3 cell;        ///< grid coordinates of the lower corner
  int pair = 0;
  bool at_edge = false;  ///< an edge or a corner comes first
};

/// Finds where the bodies of a scene meet.
class SurfaceSearch {
 public:
  /// The patches of all pairs: cells through which the mid-surface phi_A = phi_B passes, with
  ///
  ///     n ~ grad phi_B/|grad phi_B| - grad phi_A/|grad phi_A|,
  ///     gap = phi_A/|grad phi_A| + phi_B/|grad phi_B|   at the patch's centroid,
  ///
  /// where phi is the height over the face that looks at the partner, and only what lies opposite
  /// to both faces counts (cell_side.h).
  ///
  /// Kept are patches with gap < h/2, area > 1e-3 h^2, opposing normals (the gradients' cosine is
  /// negative), and a degree of freedom or a slave at every corner that the patch touches in each
  /// body: dropping a corner of one body alone would leave its partner's impulse unanswered.
  /// Obstacles are sampled at the grid's nodes like bodies.
  ///
  /// Completes `searched` and `first_task` of the scene's pairs.
  /// @return the patches, in ascending order of pair, then z, y, x of the cell
  Span<const Patch> find(SceneTables& scene);

 private:
  std::vector<DeviceVector<int>> cells_;      // per body: its surface cells
  DeviceVector<Span<const int>> cell_lists_;  // the same for the device
  DeviceVector<std::uint8_t> flags_;
  DeviceVector<int> tasks_, kept_;
  DeviceVector<Patch> candidates_, patches_;
};

ES_END
