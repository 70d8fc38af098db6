#pragma once

#include <vector>

#include "io/surface/deformed_shape.h"

namespace eulersolid {

/// A body's map along rows of points that are parallel to x: the sums over nodes aside are made
/// once for a row, in loops over all of its nodes. The same values, but for rounding, as
/// DeformedShape's.
class MapRow {
 public:
  explicit MapRow(const DeformedShape& shape);

  /// Take the row through a point.
  /// @param first, last  the range of x that will be asked for [m]
  void move_to(Vec3 point, double first, double last);

  /// As DeformedShape::displacement() and velocity(), of a point of the row with this x.
  DeformedShape::Displacement displacement(double x) const;
  Vec3f velocity(double x) const;

 private:
  const DeformedShape& shape_;
  Vec3 point_;
  std::vector<double> sum_, along_y_, along_z_;      ///< of u: by node of the row, three each
  std::vector<float> velocity_;                      ///< the same, by linear weights
  std::vector<unsigned char> known_, known_linear_;  ///< of all nodes aside
};

}  // namespace eulersolid
