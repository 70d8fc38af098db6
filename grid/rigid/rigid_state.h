#pragma once

#include <vector>

#include "grid/materials/principal_axes.h"
#include "kernels/math/mat3.h"

namespace eulersolid {

/// A rigid body: where it is at the end of a step, and how it moves in the middle of it.
struct RigidState {
  Vec3 centre;              ///< of mass [m]
  Mat3 turn = identity3();  ///< since the start
  Vec3 velocity;            ///< [m/s]
  Vec3 spin_momentum;       ///< angular momentum about the centre [kg m^2/s]
};

/// What a joint has done since the start, and since it was last asked, for which time.
struct JointState {
  double angle = 0;    ///< that a hinge has turned since the start [rad]
  double rate = 0;     ///< in the last step [rad/s]
  double work = 0;     ///< of what drives it, since the start [J]
  double elapsed = 0;  ///< since it was last asked [s], and on the first body since then:
  double drive = 0;    ///< the angular impulse of what drives it [N m s]
  Vec3 impulse;        ///< [N s]
  Vec3 torque;         ///< angular impulse about the joint, but for that of the drive [N m s]
};

/// All that rigid bodies carry from one step to the next.
struct RigidMemory {
  std::vector<RigidState> bodies;
  std::vector<double> kinetic;  ///< of each, in the middle of the step [J]
  std::vector<JointState> joints;
};

/// What stays of one. The axes are the principal ones at the start, as rows.
struct RigidInertia {
  double mass = 0;  ///< [kg]
  Vec3 moments;     ///< about them [kg m^2]
  Mat3 axes = identity3();

  /// Of the body at the start.
  static RigidInertia of(double mass, const Mat3& inertia) {
    const PrincipalAxes axes = principal_axes_of(
        {inertia[0].x, inertia[1].y, inertia[2].z, inertia[0].y, inertia[0].z, inertia[1].z});
    return {mass,
            {axes.value[0], axes.value[1], axes.value[2]},
            {{axes.axis[0], axes.axis[1], axes.axis[2]}}};
  }

  /// The axes of the turned body.
  Mat3 axes_at(const Mat3& turn) const { return axes * transpose(turn); }
  /// I^-1 L [rad/s]
  Vec3 spin(const Mat3& turn, Vec3 momentum) const {
    const Mat3 now = axes_at(turn);
    Vec3 own = now * momentum;
    for (int a = 0; a < 3; ++a) own[a] /= moments[a];
    return times_transpose(now, own);
  }
  /// [kg m^2]
  Mat3 inertia(const Mat3& turn) const {
    const Mat3 now = axes_at(turn);
    return transpose(now) * (diagonal(moments.x, moments.y, moments.z) * now);
  }
  /// @param momentum  angular, about the centre [kg m^2/s]
  double kinetic(const Mat3& turn, Vec3 velocity, Vec3 momentum) const {
    return 0.5 * (mass * dot(velocity, velocity) + dot(momentum, spin(turn, momentum)));
  }
};

}  // namespace eulersolid
