#pragma once

#include <algorithm>
#include <cmath>

#include "surface/smooth_map.h"

namespace eulersolid {

/// Weights of the two nodes around a place on a row of nodes, by linear interpolation.
struct Linear {
  int first = 0;  ///< the lower of the two
  double w[2] = {};

  Linear(double at, int nodes) {
    first = std::clamp(int(std::floor(at)), 0, std::max(nodes - 2, 0));
    w[1] = at - first, w[0] = 1 - w[1];
  }
};

}  // namespace eulersolid
