#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "io/mesh/contour/cell_patches.h"
#include "io/mesh/contour/dual_contour.h"

namespace eulersolid {

/// The unit step along an axis.
constexpr Int3 unit_step(int axis) {
  return {axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0};
}

/// The cells between the points of samples with one more row of outside points around them. Cell
/// (i, j, k) has point (i, j, k) as its corner 0, both counted from that row.
class LatticeCells {
 public:
  explicit LatticeCells(const LevelSamples& samples);

  Cells cells() const { return cells_; }
  double step() const { return step_; }
  Vec3 position(Int3 point) const {
    return origin_ + step_ * Vec3{double(point.x), double(point.y), double(point.z)};
  }
  /// As it was sampled; infinite in the row around the samples.
  double level(Int3 point) const {
    const Int3 sample = point - Int3{1, 1, 1};
    if (!samples_.points.contains(sample)) return INFINITY;
    return double((*samples_.level)[std::size_t(samples_.points.index(sample))]);
  }
  bool inside(Int3 point) const { return inside_[std::size_t(points_.index(point))] != 0; }
  Index point_index(Int3 point) const { return points_.index(point); }
  Index points() const { return points_.count(); }

  /// Which of a cell's corners are inside, a bit each.
  unsigned corners(Index cell) const { return corners_[std::size_t(cell)]; }
  unsigned corners(Int3 cell) const { return corners(cells_.index(cell)); }
  /// The cells that the surface passes through, in ascending order.
  const std::vector<Index>& crossed() const { return crossed_; }

 private:
  void find_corners();

  LevelSamples samples_;
  Vec3 origin_;
  double step_;
  Cells points_, cells_;
  std::vector<std::uint8_t> inside_, corners_;
  std::vector<Index> crossed_;
};

/// Number in a cell of its edge that begins at a point and runs along an axis.
inline int edge_in(Int3 cell, Int3 point, int axis) {
  const Int3 from = point - cell;
  return 4 * axis + from[(axis + 1) % 3] + 2 * from[(axis + 2) % 3];
}

}  // namespace eulersolid
