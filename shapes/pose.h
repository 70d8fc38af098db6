#pragma once

#include "kernels/math/mat3.h"

namespace eulersolid {

/// Where a rigid frame is: x = position + rotation p for a point that has coordinates p in it.
struct Pose {
  Vec3 position;  ///< of the frame's origin [m]
  Mat3 rotation = identity3();
};

ES_HD inline Vec3 to_local(const Pose& pose, Vec3 x) {
  return transpose(pose.rotation) * (x - pose.position);
}
ES_HD inline Vec3 to_world(const Pose& pose, Vec3 p) { return pose.position + pose.rotation * p; }

}  // namespace eulersolid
