#pragma once

#include "kernels/math/mat3.h"

namespace eulersolid {

/// What is at X goes to shift + matrix X.
struct AffineMap {
  Mat3 matrix = identity3();
  Vec3 shift;  ///< [m]

  ES_HD Vec3 at(Vec3 X) const { return shift + matrix * X; }
};

/// First `inner`, then `outer`.
inline AffineMap after(const AffineMap& outer, const AffineMap& inner) {
  return {outer.matrix * inner.matrix, outer.at(inner.shift)};
}

/// Of a map whose matrix has an inverse.
inline AffineMap inverse(const AffineMap& map) {
  const Mat3 back = inverse(map.matrix);
  return {back, -1 * (back * map.shift)};
}

/// Keeps `fixed` where it is.
inline AffineMap affine_about(Vec3 fixed, const Mat3& matrix) {
  return {matrix, fixed - matrix * fixed};
}

}  // namespace eulersolid
