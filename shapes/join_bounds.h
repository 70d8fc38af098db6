#pragma once

#include <algorithm>
#include <cmath>

#include "shapes/placed_shape.h"

namespace eulersolid {

/// Of nothing: what is added first is all it holds.
inline Bounds empty_bounds() {
  return {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

inline void add(Bounds& box, const Bounds& other) {
  for (int axis = 0; axis < 3; ++axis) {
    box.low[axis] = std::min(box.low[axis], other.low[axis]);
    box.high[axis] = std::max(box.high[axis], other.high[axis]);
  }
}

/// What both hold; low is above high where that is nothing.
inline Bounds common(const Bounds& a, const Bounds& b) {
  Bounds box;
  for (int axis = 0; axis < 3; ++axis) {
    box.low[axis] = std::max(a.low[axis], b.low[axis]);
    box.high[axis] = std::min(a.high[axis], b.high[axis]);
  }
  return box;
}

inline void add(Bounds& box, Vec3 point) { add(box, Bounds{point, point}); }

}  // namespace eulersolid
