#pragma once

#include "shapes/placed_shape.h"

namespace eulersolid {

/// A solid whose motion is prescribed, as it is at one moment.
struct ObstacleState : PlacedShape {
  Vec3 velocity;          ///< of the pose's position [m/s]
  Vec3 angular_velocity;  ///< about it [rad/s]
};

/// Velocity [m/s] of the obstacle's material at x: a rigid motion.
ES_HD inline Vec3 velocity_at(const ObstacleState& obstacle, Vec3 x) {
  return obstacle.velocity + cross(obstacle.angular_velocity, x - obstacle.pose.position);
}

}  // namespace eulersolid
