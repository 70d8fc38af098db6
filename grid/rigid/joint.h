#pragma once

#include "kernels/math/mat3.h"

namespace eulersolid {

/// What two rigid bodies, or one and the world, have in common at a joint: a point; at a hinge also
/// the direction of its axis; fixed, all of their motion.
enum class JointKind { ball, hinge, fixed };

/// A joint at the start.
struct JointSetup {
  JointKind kind = JointKind::ball;
  int first = 0;       ///< number of a rigid body
  int second = -1;     ///< of another one; -1: the world
  Vec3 at;             ///< [m]
  Vec3 axis{0, 0, 1};  ///< of a hinge: the first body turns about it, right-handed
};

/// What drives a hinge in a step.
struct JointAction {
  double torque = 0;      ///< on the first body, against the second [N m]
  double speed = 0;       ///< of a motor [rad/s]
  double max_torque = 0;  ///< that it has for that [N m]; 0: there is none
};

}  // namespace eulersolid
