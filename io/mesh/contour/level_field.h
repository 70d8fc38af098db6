#pragma once

#include <cmath>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// A level set at a point.
struct LevelPoint {
  double level = INFINITY;  ///< negative inside, infinite where it is not known
  Vec3 gradient;            ///< outward; zero where there is none

  Vec3 normal() const { return normalized(gradient); }
  /// To the surface, by one step of Newton's method. Not finite where there is no gradient.
  Vec3 way_to_surface() const { return -(level / dot(gradient, gradient)) * gradient; }
};

/// A level set that can be looked up anywhere near its surface.
class LevelField {
 public:
  virtual ~LevelField() = default;
  virtual double level(Vec3 x) const = 0;
  virtual LevelPoint at(Vec3 x) const = 0;

  Vec3 normal(Vec3 x) const { return at(x).normal(); }
};

}  // namespace eulersolid
