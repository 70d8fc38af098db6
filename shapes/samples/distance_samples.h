#pragma once

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "shapes/placed_shape.h"
#include "shapes/samples/sampled_distance.h"

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

  /// These, with the exact distance of the same solid, or without one.
  DistanceSamples with(std::shared_ptr<const SharpDistance> sharp) &&;

  /// Valid while this lives, also after it was moved.
  SampledDistance view() const;

 private:
  std::vector<double> values_;
  std::shared_ptr<const SharpDistance> sharp_;
  SampledDistance field_;  ///< all but the views of the two
};

/// Samples a signed distance on the smallest array that covers a box, with the same middle.
///
/// @param distance  of a point [m], as Vec3 -> double
/// @param box       holds the solid with a margin as wide as true distances are needed
/// @param spacing   > 0 [m]
/// @throws InputError where the array is none for DistanceSamples
template <class Distance>
DistanceSamples sample_distance(const Distance& distance, const Bounds& box, double spacing) {
  const Vec3 extent = (1 / spacing) * (box.high - box.low);
  const auto count = [](double steps) {
    return int(std::ceil(steps - 1e-9)) + 1;
  };  // or rounding adds one
  const Cells samples{count(extent.x), count(extent.y), count(extent.z)};
  const Vec3 steps{samples.nx - 1.0, samples.ny - 1.0, samples.nz - 1.0};
  const Vec3 origin = 0.5 * (box.low + box.high - spacing * steps);
  std::vector<double> values;
  for (Index s = 0; s < samples.count(); ++s) {
    const Int3 at = samples.coordinates(s);
    values.push_back(distance(origin + spacing * Vec3{double(at.x), double(at.y), double(at.z)}));
  }
  return {origin, spacing, samples, std::move(values)};
}

}  // namespace eulersolid
