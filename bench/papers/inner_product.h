#pragma once

#include <vector>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// sum a_c . b_c.
inline double inner(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += dot(a[c], b[c]);
  return sum;
}

}  // namespace eulersolid
