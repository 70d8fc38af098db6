#pragma once

#include <vector>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// Where something is at a time.
struct Keyframe {
  double time = 0;  ///< [s]
  Vec3 position;    ///< [m]
};

/// A prescribed translation: linear in time between keyframes, at rest before the first and after
/// the last.
struct KeyframedMotion {
  Vec3 position;                    ///< without keyframes [m]
  std::vector<Keyframe> keyframes;  ///< ascending times
};

Vec3 position_at(const KeyframedMotion& motion, double time);

/// Mean velocity [m/s] from `time` to time + dt: with it, a step of dt ends where the keyframes
/// want it.
/// @param dt  > 0 [s]
Vec3 mean_velocity(const KeyframedMotion& motion, double time, double dt);

}  // namespace eulersolid
