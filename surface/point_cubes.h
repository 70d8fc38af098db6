#pragma once

#include <vector>

#include "kernels/core/span.h"
#include "kernels/math/cells.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// The cubes of a lattice that points are in, as loops look them up.
struct PointCubes {
  Vec3 low;                ///< corner of the first cube [m]
  double edge = 1;         ///< [m]
  Cells cubes;             ///< as many as hold all points
  Span<const int> first;   ///< by cube, and one more: where its points begin in `points`
  Span<const int> points;  ///< their numbers, cube after cube, ascending in each

  ES_HD Int3 cube_of(Vec3 at) const { return cell_of((1 / edge) * (at - low)); }

  /// Calls visit(number) for the points of the cubes that are `ring` away from one, which need not
  /// be one of them: the largest of the three differences of indices is `ring`.
  template <class Visit>
  ES_HD void visit_ring(Int3 middle, int ring, Visit visit) const {
    for (int dz = -ring; dz <= ring; ++dz) {
      for (int dy = -ring; dy <= ring; ++dy) {
        const bool all = ring == 0 || dz == -ring || dz == ring || dy == -ring || dy == ring;
        for (int dx = -ring; dx <= ring; dx += all ? 1 : 2 * ring)
          visit_cube(middle + Int3{dx, dy, dz}, visit);
      }
    }
  }

 private:
  template <class Visit>
  ES_HD void visit_cube(Int3 cube, Visit& visit) const {
    if (!cubes.contains(cube)) return;
    const Index c = cubes.index(cube);
    for (int n = first[c]; n < first[c + 1]; ++n) visit(points[n]);
  }
};

/// The same on the host, with its arrays.
struct HostPointCubes {
  Vec3 low;
  double edge = 1;
  Cells cubes;
  std::vector<int> first, points;

  /// @param at    finite [m]
  /// @param edge  > 0 [m]
  HostPointCubes(const std::vector<Vec3>& at, double edge);
  PointCubes view() const;
  /// With the arrays in other memory.
  PointCubes view_of(Span<const int> first_there, Span<const int> points_there) const {
    return {low, edge, cubes, first_there, points_there};
  }
};

}  // namespace eulersolid
