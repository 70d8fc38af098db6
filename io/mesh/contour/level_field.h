#pragma once

#include "kernels/math/vec3.h"

namespace eulersolid {

/// A level set that can be looked up anywhere near its surface.
class LevelField {
 public:
  virtual ~LevelField() = default;
  virtual double level(Vec3 x) const = 0;  ///< negative inside, infinite where it is not known
  virtual Vec3 normal(Vec3 x) const = 0;   ///< outward, unit; zero where there is none
};

}  // namespace eulersolid
