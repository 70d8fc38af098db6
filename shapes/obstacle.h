#pragma once

#include "kernels/math/mat3.h"

namespace eulersolid {

/// A solid whose motion is prescribed, as it is at one moment.
struct ObstacleState {
  enum class Kind { plane, box, sphere };

  Kind kind = Kind::plane;
  Vec3 half;                    ///< box: half edge lengths [m]
  double radius = 0;            ///< sphere [m]
  Vec3 normal{0, 0, 1};         ///< plane: unit outward normal in the obstacle's own frame
  Vec3 position;                ///< of its centre, or of a point of the plane [m]
  Mat3 to_world = identity3();  ///< rotation from its own frame
  Vec3 velocity;                ///< of `position` [m/s]
  Vec3 angular_velocity;        ///< about `position` [rad/s]
};

/// Signed distance [m] of x to the obstacle's surface, negative inside.
ES_HD inline double signed_distance(const ObstacleState& obstacle, Vec3 x) {
  const Vec3 p = transpose(obstacle.to_world) * (x - obstacle.position);
  switch (obstacle.kind) {
    case ObstacleState::Kind::plane:
      return dot(obstacle.normal, p);
    case ObstacleState::Kind::sphere:
      return norm(p) - obstacle.radius;
    case ObstacleState::Kind::box: {
      const Vec3 q{std::fabs(p.x) - obstacle.half.x, std::fabs(p.y) - obstacle.half.y,
                   std::fabs(p.z) - obstacle.half.z};
      const Vec3 outside{std::fmax(q.x, 0.0), std::fmax(q.y, 0.0), std::fmax(q.z, 0.0)};
      return norm(outside) + std::fmin(std::fmax(q.x, std::fmax(q.y, q.z)), 0.0);
    }
  }
  return 0;
}

/// Velocity [m/s] of the obstacle's material at x: a rigid motion.
ES_HD inline Vec3 velocity_at(const ObstacleState& obstacle, Vec3 x) {
  return obstacle.velocity + cross(obstacle.angular_velocity, x - obstacle.position);
}

}  // namespace eulersolid
