#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/math/affine_map.h"
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

/// The box around what a box becomes.
inline Bounds image(const AffineMap& map, const Bounds& box) {
  Bounds all{map.shift, map.shift};
  for (int axis = 0; axis < 3; ++axis) {
    for (int other = 0; other < 3; ++other) {
      const double part = map.matrix[axis][other];
      all.low[axis] += part * (part > 0 ? box.low : box.high)[other];
      all.high[axis] += part * (part > 0 ? box.high : box.low)[other];
    }
  }
  return all;
}

}  // namespace eulersolid
