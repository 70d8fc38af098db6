#pragma once

#include <cstddef>
#include <vector>

#include "kernels/math/cells.h"

namespace eulersolid {

/// One side of a triangle: from the lower to the higher number of its ends, or backwards.
struct FaceSide {
  int low, high, face;
  int number;  ///< 0 from the first corner to the second, 1 to the third, 2 back to the first
  bool forwards;
};

/// The sides of all triangles, those of an edge next to each other.
std::vector<FaceSide> sorted_sides(const std::vector<Int3>& triangles);

/// Calls visit(first, last) for the sides of each edge.
template <class Visit>
void each_edge(const std::vector<FaceSide>& sides, Visit visit) {
  for (std::size_t first = 0; first < sides.size();) {
    std::size_t last = first + 1;
    while (last < sides.size() && sides[first].low == sides[last].low &&
           sides[first].high == sides[last].high)
      ++last;
    visit(first, last);
    first = last;
  }
}

}  // namespace eulersolid
