#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "io/surface/deformed_shape.h"

namespace eulersolid {

/// Where a body's material is: inverts its reference map, X(x) = X, by Newton's method from the
/// node of the grid whose material was nearest to X at rest, or the next ones. Rigid and affine
/// motion, which the map's spline reproduces, is found to rounding.
///
/// Views the shape, which outlives it.
class InverseMap {
 public:
  explicit InverseMap(const DeformedShape& shape);

  /// x [m], with X(x) within a millionth of the cell size of X; none where the map is not known, or
  /// folded, on the way there.
  std::optional<Vec3> place_of(Vec3 X) const;
  /// The same, tried first from where it would be if it had moved as a material nearby has.
  /// @param u  displacement of that [m]
  std::optional<Vec3> place_of(Vec3 X, Vec3 u) const;

  /// Where X would be if it had moved as the nearest node has; X itself where no node is near.
  Vec3 guess(Vec3 X) const;

 private:
  struct Entry {
    std::uint64_t cube;
    int node;
  };
  std::uint64_t cube_of(Int3 cube) const;
  Int3 cube_at(Vec3 X) const;
  Vec3 node_place(int node) const;
  std::optional<Vec3> place_from(Vec3 start, Vec3 X) const;
  /// Those in the cubes around, the nearest first.
  std::vector<int> near_nodes(Vec3 X) const;

  const DeformedShape& shape_;
  std::vector<Entry> entries_;  ///< nodes by the cubes, of edge h, that their material was in
};

}  // namespace eulersolid
