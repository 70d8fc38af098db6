#pragma once

#include <vector>

#include "bench/rigid/box_contacts.h"
#include "bench/rigid/rigid_body.h"

namespace eulersolid {

/// A contact of two bodies, or of a body and something fixed.
struct RigidContact {
  int a = 0, b = -1;  ///< bodies; b is -1 where it is fixed
  NearPoint near;
};

/// All places where bodies are nearer than `margin` [m] to each other or to a plane: exact for
/// spheres, capsules and planes among each other and for what a box and a sphere do; capsules meet
/// capsules and boxes at their nearest point and at the ends that are near.
std::vector<RigidContact> rigid_contacts(const std::vector<RigidBody>& bodies,
                                         const std::vector<RigidPlane>& planes, double margin);

}  // namespace eulersolid
