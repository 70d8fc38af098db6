#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// Finds points that are close to one another: they lie in one cube of a lattice or in
/// neighbouring ones.
class NearPoints {
 public:
  /// @param reach  points no further apart are one; >= 0 [m]
  explicit NearPoints(double reach) : reach_(reach) {}

  /// @return the number of a known point within reach of p; where there is none p is known as
  /// `number` from now on
  int find_or_add(Vec3 p, int number);

 private:
  std::uint64_t cube(Vec3 p) const;

  double reach_;
  std::unordered_multimap<std::uint64_t, std::pair<Vec3, int>> known_;
};

}  // namespace eulersolid
