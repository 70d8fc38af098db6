#include "io/geometry/distances/mesh_sides.h"

#include <algorithm>
#include <utility>

namespace eulersolid {

std::vector<FaceSide> sorted_sides(const std::vector<Int3>& triangles) {
  std::vector<FaceSide> sides;
  sides.reserve(3 * triangles.size());
  for (std::size_t face = 0; face < triangles.size(); ++face)
    for (int number = 0; number < 3; ++number) {
      const int from = triangles[face][number], to = triangles[face][(number + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), int(face), number, from < to});
    }
  std::sort(sides.begin(), sides.end(), [](const FaceSide& a, const FaceSide& b) {
    return std::pair(a.low, a.high) < std::pair(b.low, b.high);
  });
  return sides;
}

}  // namespace eulersolid
