#pragma once

#include "kernels/core/span.h"
#include "kernels/math/cells.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

class SharpDistance;

/// What was measured of the solid of a sampled field when its samples were taken, so that nobody
/// needs to read them again for it. Lengths in the field's own frame.
struct SolidMeasures {
  double volume = 0;  ///< [m^3]
  Vec3 centroid;      ///< [m]
  Vec3 low, high;     ///< corners of the smallest box around it [m]
  double depth = 0;   ///< of its deepest sample below the surface [m]
};

/// A view of a signed distance field given by samples: sample (i, j, k), x running fastest, lies at
/// origin + spacing (i, j, k). Owned by DistanceSamples on the host and, in a loop's memory, by
/// whoever runs the loop.
struct SampledDistance {
  Span<const double> values;  ///< [m], negative inside, positive on the border
  Cells samples;              ///< at least 2 in each direction
  Vec3 origin;                ///< [m]
  double spacing = 1;         ///< [m]
  SolidMeasures solid;
  const SharpDistance* sharp = nullptr;  ///< the same solid's, where it has edges; for the host
};

/// Trilinear interpolation: exact for linear fields; for others off by at most spacing^2/8 times
/// the sum of the second derivatives along the axes, and at edges by a part of the spacing.
///
/// A point p outside the box of the samples gets sqrt(phi(q)^2 + |p - q|^2), with q the nearest
/// point of the box: no point of the solid is nearer than that, since those in the box seen from q
/// lie behind its face, and the value changes by no more than the way gone. It falls short of the
/// true distance, so give the solid a margin as wide as true distances are needed.
ES_HD inline double signed_distance(const SampledDistance& field, Vec3 p) {
  const int count[3] = {field.samples.nx, field.samples.ny, field.samples.nz};
  int lower[3];
  double part[3], beyond = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double at = (p[axis] - field.origin[axis]) / field.spacing;
    const double inside = smaller(larger(at, 0), count[axis] - 1);  // not-a-number becomes 0
    beyond += (at - inside) * (at - inside);
    lower[axis] = inside < count[axis] - 2 ? int(inside) : count[axis] - 2;
    part[axis] = inside - lower[axis];
  }
  double value = 0;
  for (int n = 0; n < 8; ++n) {
    const int i = n & 1, j = (n >> 1) & 1, k = n >> 2;
    const double weight =
        (i ? part[0] : 1 - part[0]) * (j ? part[1] : 1 - part[1]) * (k ? part[2] : 1 - part[2]);
    value += weight * field.values[field.samples.index(lower[0] + i, lower[1] + j, lower[2] + k)];
  }
  if (beyond == 0) return value;
  return std::sqrt(value * value + beyond * (field.spacing * field.spacing));
}

}  // namespace eulersolid
