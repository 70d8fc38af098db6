#include "bench/rigid/rigid_body.h"

#include <numbers>

namespace eulersolid {

double RigidPart::reach() const {
  switch (kind) {
    case Kind::sphere:
      return size.x;
    case Kind::capsule:
      return size.x + size.y;
    case Kind::box:
      return norm(size);
  }
  return 0;
}

RigidPart sphere_part(double radius, Vec3 centre) {
  return {RigidPart::Kind::sphere, {radius, 0, 0}, centre};
}
RigidPart capsule_part(double radius, double half_length) {
  return {RigidPart::Kind::capsule, {radius, half_length, 0}, {}};
}
RigidPart box_part(Vec3 half_extents) { return {RigidPart::Kind::box, half_extents, {}}; }

Mat3 RigidBody::world_inertia() const {
  const Mat3& R = pose.rotation;
  return R * diagonal(inertia.x, inertia.y, inertia.z) * transpose(R);
}

RigidBody sphere_body(double radius, double mass, Vec3 centre) {
  const double I = 0.4 * mass * radius * radius;
  return {{sphere_part(radius)}, mass, {I, I, I}, {centre}, {}, {}};
}

/// A cylinder between two halves of a sphere, whose own centres of mass are 3/8 r inside.
RigidBody capsule_body(double radius, double half_length, double mass, Vec3 centre) {
  const double r = radius, l = half_length, pi = std::numbers::pi;
  const double cylinder = 2 * pi * r * r * l, balls = 4.0 / 3 * pi * r * r * r;
  const double density = mass / (cylinder + balls);
  const double along = density * (cylinder * r * r / 2 + balls * 0.4 * r * r);
  const double across =
      density * (cylinder * (r * r / 4 + l * l / 3) + balls * (0.4 * r * r + l * l + 0.75 * l * r));
  return {{capsule_part(r, l)}, mass, {across, across, along}, {centre}, {}, {}};
}

RigidBody box_body(Vec3 h, double mass, Vec3 centre) {
  const double x = h.x * h.x, y = h.y * h.y, z = h.z * h.z;
  return {{box_part(h)}, mass, {mass / 3 * (y + z), mass / 3 * (x + z), mass / 3 * (x + y)},
          {centre},      {},   {}};
}

}  // namespace eulersolid
