#pragma once

#include <vector>

#include "shapes/sampled_distance.h"

namespace eulersolid {

/// Owns the samples of a distance field on the host, and knows what its solid measures.
class DistanceSamples {
 public:
  /// @param origin   of sample (0, 0, 0) [m]
  /// @param spacing  between samples in each direction, > 0 [m]
  /// @param values   signed distances, x running fastest, negative inside [m]
  /// @throws InputError unless there are 2 samples or more in each direction, all finite, all
  ///         positive on the border and some negative
  DistanceSamples(Vec3 origin, double spacing, Cells samples, std::vector<double> values);

  /// Valid while this lives, also after it was moved.
  SampledDistance view() const;

 private:
  std::vector<double> values_;
  SampledDistance field_;  ///< all but the view of the values
};

}  // namespace eulersolid
