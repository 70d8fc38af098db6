#pragma once

#include <optional>

#include "kernels/math/vec3.h"
#include "shapes/placed_shape.h"

namespace eulersolid {

/// A perspective camera with square pixels; Z is up in the picture, or, where it looks along Z, Y.
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

/// Where a camera is to be.
struct CameraPlace {
  Bounds box;   ///< what is to be in view where `from` is not given [m]
  Vec3 target;  ///< in the middle of the picture [m]
  std::optional<Vec3> from =
      {};                 ///< its eye, before it turns; else above the front of the target,
                          ///< along (-0.5, 1, -0.55), so that the box just fits in the picture
  double turn = 0;        ///< about the vertical through the target [rad]
  double whole_turn = 0;  ///< of the sequence: the box fits all along [rad]
};

/// @throws InputError where `from` is the target
PreviewCamera camera_at(const CameraPlace& place, int width, int height);

/// From above the front, so that the box is in the middle and just fits.
PreviewCamera camera_that_sees(const Bounds& box, int width, int height);

}  // namespace eulersolid
