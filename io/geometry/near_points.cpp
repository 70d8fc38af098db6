#include "io/geometry/near_points.h"

#include <bit>
#include <cmath>

namespace eulersolid {

int NearPoints::find_or_add(Vec3 p, int number) {
  for (int n = 0; n < 8; ++n) {
    const Vec3 corner{p.x + (n & 1 ? reach_ : -reach_), p.y + (n & 2 ? reach_ : -reach_),
                      p.z + (n & 4 ? reach_ : -reach_)};
    const auto [begin, end] = known_.equal_range(cube(corner));
    for (auto entry = begin; entry != end; ++entry)
      if (norm(entry->second.first - p) <= reach_) return entry->second.second;
  }
  known_.emplace(cube(p), std::pair{p, number});
  return number;
}

/// Of edges twice the reach, so that the 8 corners of the box within reach see every cube in it.
std::uint64_t NearPoints::cube(Vec3 p) const {
  std::uint64_t hash = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double edge = reach_ > 0 ? 2 * reach_ : 1;
    hash = (hash ^ std::bit_cast<std::uint64_t>(std::floor(p[axis] / edge) + 0.0)) *
           0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace eulersolid
