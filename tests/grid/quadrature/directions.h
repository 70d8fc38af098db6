#pragma once

#include "bench/problems/random_numbers.h"
#include "kernels/math/vec3.h"

namespace eulersolid::test {

/// Numbers, points and directions.
class RandomPlaces : public RandomNumbers {
 public:
  using RandomNumbers::RandomNumbers;
  /// Of a cube about the origin.
  Vec3 point(double half) {
    const double x = uniform(-half, half), y = uniform(-half, half), z = uniform(-half, half);
    return {x, y, z};
  }
  /// Of the unit sphere.
  Vec3 direction() {
    const double x = normal(), y = normal(), z = normal();
    return normalized({x, y, z});
  }
};

/// Corner of the unit cell.
inline Vec3 corner_of(int n) { return {double(n & 1), double((n >> 1) & 1), double(n >> 2)}; }

}  // namespace eulersolid::test
