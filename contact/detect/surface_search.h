#pragma once

#include "contact/detect/point_blocks.h"

ES_BEGIN

/// Of a cell's face the part that is left where the cell is halved along axes, a bit for each.
ES_HD inline double part_of_face(int halves) {
  double part = 1;
  for (int axis = 0; axis < 3; ++axis)
    if (halves & (1 << axis)) part *= 0.5;
  return part;
}

/// Where points of one surface are near another one, in one cell or a part of it.
struct Patch {
  double shape[8];       ///< sums of the weights times the corners' shape functions [m^2]
  double weight = 0;     ///< their sum [m^2]
  double area = 0;       ///< of the surface that the points stand for [m^2]
  Vec3 centroid;         ///< weighted [m]
  Vec3 normal;           ///< unit, from the partner B to the body A
  double gap = 0;        ///< weighted; negative where the surfaces overlap [m]
  Int3 cell;             ///< grid coordinates of the lower corner
  int halves = 0;        ///< axes along which the cell is halved, a bit for each
  int half = 0;          ///< of these, in which it has the upper half
  bool sharp = false;    ///< there are points of edges or corners in it
  bool rounded = false;  ///< in a contact of a pair with a layer that gives, which ends along one
                         ///< axis at least where the surfaces bend away, not at an edge
  int pair = 0;
};

/// A point of one surface that is near another one.
struct NearPoint {
  Vec3 at;          ///< in the middle between the two [m]
  Vec3 normal;      ///< unit, from the partner B to the body A
  double gap = 0;   ///< [m]
  double area = 0;  ///< that it stands for, across the normal [m^2]; 0: none
  int pair = 0;
  bool sharp = false;  ///< on an edge or a corner
  Vec3 inward;         ///< of such a point, the way to the middle of its surroundings [m]
};

/// A part of a point's surroundings, in one cell.
struct PointPart {
  Vec3 at;             ///< in the cell, 0 to 1
  double area = 0;     ///< [m^2]; 0: none
  bool sharp = false;  ///< of a point on an edge or a corner
  Int3 cell;
  int halves = 0, half = 7;  ///< see Patch; first of all axes, then of those that are halved
  bool rounded = false;      ///< see Patch
  int point = 0;
};

/// Finds where the surfaces of a scene meet: at the points of each, against the distance from the
/// other, both ways. The other one owns normal and distance, so that an edge or a corner, of which
/// there are points, is seen where it is, by what it touches. Obstacles' edges and corners are
/// looked at as well.
class SurfaceSearch {
 public:
  /// The patches of all pairs: what the points in a cell come to. A point counts with the area that
  /// it stands for across the normal, in half of the cases where two bodies meet, and with
  /// exp(-gap/(tip_depth h)): it is the tip that touches.
  ///
  /// Where a pair touches in few cells in a row each of them is halved along it, so that pressure
  /// can lean within a cell: with one patch a cell a ball is a polygon.
  ///
  /// Kept are points with gap < h/2, that see the other surface, and whose cell has a degree of
  /// freedom or a ghost node at every corner in each body: dropping a corner of one body alone
  /// would leave its partner's impulse unanswered.
  ///
  /// @return the patches, in ascending order of pair, then z, y, x of the cell, then its part
  Span<const Patch> find(SceneTables& scene);

 private:
  void add_up_by_keys(const SceneView& scene);

  PointBlocks blocks_;
  DeviceVector<std::uint8_t> flags_;
  DeviceVector<int> tasks_, order_, heads_;
  DeviceVector<std::uint64_t> keys_, cell_keys_;
  DeviceVector<SurfaceView> views_;  ///< of the tasks that are near
  DeviceVector<NearPoint> points_;
  DeviceVector<PointPart> parts_;
  DeviceVector<Patch> candidates_, patches_;
};

ES_END
