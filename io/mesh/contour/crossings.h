#pragma once

#include <unordered_map>
#include <vector>

#include "io/mesh/contour/feature_point.h"
#include "io/mesh/contour/lattice_cells.h"
#include "io/mesh/contour/level_field.h"

namespace eulersolid {

/// Where the surface crosses an edge between two points of a lattice.
struct Crossing {
  Int3 point;    ///< the lower end
  int axis = 0;  ///< the edge runs along
  SurfacePoint surface;

  Int3 end() const { return point + unit_step(axis); }
};

/// All places where the surface crosses edges of a lattice.
class Crossings {
 public:
  Crossings(const LatticeCells& lattice, const LevelField& field);

  const std::vector<Crossing>& list() const { return list_; }
  const Crossing& at(Int3 point, int axis) const {
    return list_[std::size_t(number_[std::size_t(3 * lattice_.point_index(point) + axis)])];
  }
  const Crossing& on_edge_of(Int3 cell, int edge) const {
    const int low = edge_corners(edge).low;
    return at(cell + Int3{low & 1, (low >> 1) & 1, low >> 2}, edge / 4);
  }

 private:
  const LatticeCells& lattice_;
  std::vector<int> number_;  ///< in the list, by point and axis; set where there is a crossing
  std::vector<Crossing> list_;
};

}  // namespace eulersolid
