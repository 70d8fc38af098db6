#pragma once

#include <cmath>

#include "shapes/placed_shape.h"

namespace eulersolid {

/// The signed distance of a solid to the last digits. Samples of it are off by a part of their
/// spacing at edges and corners. For pictures and files: slow, and on the host only.
class SharpDistance {
 public:
  virtual ~SharpDistance() = default;

  /// Negative inside [m]. Any number of threads may ask at once.
  /// @param p  in the solid's own frame [m]
  virtual double at(Vec3 p) const = 0;
};

/// Signed distances of a shape at and beside one point: the exact ones of a sampled shape that has
/// them, where the point is so near the surface that its samples may tell another side. Elsewhere,
/// and of all other shapes, signed_distance().
class DistanceAround {
 public:
  /// @param x  in space [m]
  DistanceAround(const PlacedShape& placed, Vec3 x)
      : placed_(placed), value_(signed_distance(placed, x)) {
    const SampledDistance& samples = placed.shape.samples;
    if (placed.shape.kind != ShapeKind::sampled || samples.sharp == nullptr) return;
    if (std::fabs(value_) > sharp_reach * samples.spacing) return;
    sharp_ = samples.sharp, value_ = at(x);
  }

  double value() const { return value_; }  ///< at the point [m]

  /// Of a point beside it, by the same function, so that slopes see no step between two [m].
  double at(Vec3 beside) const {
    return sharp_ ? sharp_->at(to_local(placed_.pose, beside)) : signed_distance(placed_, beside);
  }

 private:
  /// What is interpolated is off by no more than the way to the samples around: sqrt(3) of them.
  static constexpr double sharp_reach = 2;  // spacings

  const PlacedShape& placed_;
  const SharpDistance* sharp_ = nullptr;
  double value_;
};

}  // namespace eulersolid
