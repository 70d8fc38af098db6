#pragma once

#include <vector>

#include "kernels/math/mat3.h"

namespace eulersolid {

/// A turn about an axis of any length but zero, right-handed.
struct RotationSpec {
  Vec3 axis{0, 0, 1};
  double angle = 0;  ///< [rad]
};

Mat3 rotation_of(const RotationSpec& spec);

/// The axis of a turn times its angle, 0 to pi [rad].
/// @param turn  orthogonal, of determinant 1
Vec3 rotation_vector(const Mat3& turn);

/// How something is turned at a time.
struct RotationKeyframe {
  double time = 0;  ///< [s]
  RotationSpec rotation;
  bool smooth = false;  ///< it comes to rest here, and leaves the keyframe before from rest
};

/// A prescribed turning: at a constant rate from where it starts at time 0, or from keyframe to
/// keyframe, resting before the first and after the last. Between two keyframes about one axis the
/// angle is linear in time, also through more than one revolution; otherwise the turn from one to
/// the other is the shortest, at a constant rate. Smooth ones go so in parts of the way.
struct Turning {
  Vec3 rate;                                ///< without keyframes [rad/s]
  std::vector<RotationKeyframe> keyframes;  ///< ascending times

  bool moves() const { return norm(rate) > 0 || !keyframes.empty(); }
};

/// @param start  at time 0, without keyframes
Mat3 rotation_at(const RotationSpec& start, const Turning& turning, double time);

/// The constant angular velocity that turns from where it is at `time` to where it is at time + dt,
/// which is within half a revolution [rad/s].
/// @param dt  >= 0 [s]; 0: none
Vec3 mean_turning_rate(const Turning& turning, double time, double dt);

}  // namespace eulersolid
