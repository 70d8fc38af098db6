#pragma once

#include <string>
#include <vector>

#include "shapes/pose.h"

namespace eulersolid {

/// A primitive that is part of a rigid body, in the body's frame.
struct RigidPart {
  enum class Kind { sphere, capsule, box };
  Kind kind = Kind::sphere;
  Vec3 size;    ///< radius; radius and half length along z; half extents [m]
  Vec3 centre;  ///< [m]

  double reach() const;  ///< radius of the sphere around its centre that holds it [m]
};

RigidPart sphere_part(double radius, Vec3 centre = {});
RigidPart capsule_part(double radius, double half_length);
RigidPart box_part(Vec3 half_extents);

/// A rigid body about its centre of mass, whose axes are the principal ones.
struct RigidBody {
  std::vector<RigidPart> parts;
  double mass = 1;        ///< [kg]
  Vec3 inertia{1, 1, 1};  ///< about its axes [kg m^2]
  Pose pose = {};         ///< [m]
  Vec3 velocity, spin;    ///< of its centre [m/s], about it [rad/s]

  Mat3 world_inertia() const;
};

/// Bodies of uniform density.
RigidBody sphere_body(double radius, double mass, Vec3 centre);
RigidBody capsule_body(double radius, double half_length, double mass, Vec3 centre);
RigidBody box_body(Vec3 half_extents, double mass, Vec3 centre);

/// Solid where (x - point) . normal < 0, at rest.
struct RigidPlane {
  Vec3 point, normal;
};

/// Two bodies hold on to each other at a point of each.
struct BallJoint {
  int a = 0, b = 0;
  Vec3 at_a, at_b;  ///< in the frames of the bodies [m]
};

}  // namespace eulersolid
