#pragma once

#include "kernels/math/vec3.h"
#include "shapes/placed_shape.h"

namespace eulersolid {

/// A perspective camera with square pixels; Z is up in the picture.
struct PreviewCamera {
  Vec3 eye;                 ///< [m]
  Vec3 right, up, forward;  ///< unit
  double pixel = 0;         ///< its width at distance 1 from the eye [-]
  int width = 0, height = 0;

  /// Direction, not of unit length, through a point of the picture in pixels from its top left.
  Vec3 direction(double x, double y) const {
    return forward + (pixel * (x - 0.5 * width)) * right + (pixel * (0.5 * height - y)) * up;
  }
};

/// Look from above the front, along (-0.5, 1, -0.55), so that the box just fits in the picture.
PreviewCamera camera_that_sees(const Bounds& box, int width, int height);

}  // namespace eulersolid
