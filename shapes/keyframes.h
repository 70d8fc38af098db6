#pragma once

#include <vector>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// What a prescribed vector is at a time.
struct Keyframe {
  double time = 0;  ///< [s]
  Vec3 value;
  bool smooth = false;  ///< it comes to rest here, and leaves the keyframe before from rest
};

/// What part of the way to a keyframe has been made.
/// @param part    of the time, 0 to 1
/// @param smooth  3 s^2 - 2 s^3, whose rate is zero at both ends; else s
inline double part_of_way(double part, bool smooth) {
  return smooth ? part * part * (3 - 2 * part) : part;
}

/// A vector prescribed over time, such as a position [m] or an acceleration [m/s^2]: linear in time
/// between keyframes, or smooth, constant before the first and after the last.
struct KeyframedVector {
  Vec3 value;                       ///< without keyframes
  std::vector<Keyframe> keyframes;  ///< ascending times
};

Vec3 value_at(const KeyframedVector& vector, double time);

/// Mean rate of change, per second, from `time` to time + dt: of a position the velocity with which
/// a step of dt ends where the keyframes want it.
/// @param dt  >= 0 [s]; 0: zero
Vec3 mean_rate(const KeyframedVector& vector, double time, double dt);

/// Mean value from `time` to time + dt: of an acceleration what gives a step of dt the change of
/// velocity that the keyframes want.
/// @param dt  >= 0 [s]; 0: the value then
Vec3 mean_value(const KeyframedVector& vector, double time, double dt);

/// Way [m] of what starts at rest at time 0 and has this acceleration [m/s^2].
/// @param time  >= 0 [s]
Vec3 way_from_rest(const KeyframedVector& acceleration, double time);

}  // namespace eulersolid
