#pragma once

#include "grid/materials/symmetric.h"

/// Symmetric tensors as matrices.

namespace eulersolid::test {

inline Mat3 full(const Symmetric& a) {
  return {{{a.xx, a.xy, a.xz}, {a.xy, a.yy, a.yz}, {a.xz, a.yz, a.zz}}};
}

/// Of a matrix that is symmetric but for rounding: its upper half.
inline Symmetric upper_half(const Mat3& a) {
  return {a[0][0], a[1][1], a[2][2], a[0][1], a[0][2], a[1][2]};
}

}  // namespace eulersolid::test
