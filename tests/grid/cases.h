#pragma once

#include "tests/grid/fields.h"

/// Solids along and across the grid, and a field that fits must reproduce.
namespace eulersolid::test {

inline const GridSpec grid{{0, 0, 0}, 0.05};
inline const Mat3 tilt = rotation({1, 2, 3}, 0.7);

struct Case {
  const char* name;
  PlacedShape shape;
};

inline Fields make(const Case& c) {
  return fields_of(Body({c.name, c.shape, soft, {}, {}}, grid), grid);
}

inline Vec3 linear(Vec3 x) {
  return Vec3{0.3, -1, 2} + Vec3{dot({1, -2, 0.5}, x), dot({-0.7, 0.4, 3}, x), dot({2, 1, 1}, x)};
}
/// |grad| of each component of `linear` is at most this [1/m].
constexpr double slope_of_linear = 3.2;

}  // namespace eulersolid::test
