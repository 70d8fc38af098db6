#pragma once

#include <algorithm>
#include <cmath>

namespace eulersolid {

/// Weights of the three nodes nearest to a place on a row of nodes, by the quadratic B-spline, and
/// their derivatives: with t in [-1/2, 1/2] from the nearest, (1/2 - t)^2 / 2, 3/4 - t^2 and
/// (1/2 + t)^2 / 2. They reproduce linear functions.
struct Spline {
  int first = 0;  ///< the lowest of the three
  double w[3] = {}, slope[3] = {};

  explicit Spline(double at) {
    const double nearest = std::floor(at + 0.5), t = at - nearest;
    first = int(nearest) - 1;
    w[0] = 0.5 * (0.5 - t) * (0.5 - t), w[1] = 0.75 - t * t, w[2] = 0.5 * (0.5 + t) * (0.5 + t);
    slope[0] = t - 0.5, slope[1] = -2 * t, slope[2] = t + 0.5;
  }
};

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
