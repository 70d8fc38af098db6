#pragma once

#include <functional>

#include "bench/rigid/rigid_contacts.h"
#include "contact/solvers/coulomb/friction_problem.h"

namespace eulersolid {

/// Rigid bodies in contact, enough to make the problems of the papers: semi-implicit steps of h,
/// M (v' - v) = h f + D l, gap / h + D^T v' >= 0 _|_ l >= 0 (Mangoni and Tasora, Eqs. 32, 33).
struct RigidWorld {
  std::vector<RigidBody> bodies;
  std::vector<RigidPlane> planes;
  std::vector<BallJoint> joints;
  Vec3 gravity{0, 0, -9.81};  ///< [m/s^2]
  double friction = 0;        ///< [-]
  double margin = 0.01;       ///< gaps below it are contacts [m]
  double recovery = 1;        ///< share of an overlap, or of an open joint, that a step undoes

  int unknowns() const { return 6 * int(bodies.size()); }
};

/// The step's problem in FCLIB's global form: for each body its velocity and its spin about world
/// axes; contacts, and after them joints, with infinite mu.
GlobalForm rigid_problem(const RigidWorld& world, const std::vector<RigidContact>& contacts,
                         double h);

/// Take over the velocities of a step, and move for h.
void move(RigidWorld& world, const std::vector<double>& v, double h);

}  // namespace eulersolid
