#pragma once

#include "contact/solvers/solver_report.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// What a partner did to a body in one step. Torques are about the origin of space.
struct PairImpulse {
  int body = 0;
  int partner = 0;  ///< a body, or an obstacle
  bool with_obstacle = false;
  Vec3 impulse;   ///< [N s]
  Vec3 torque;    ///< [N m s]
  Vec3 friction;  ///< the tangential part of the impulse [N s]
  /// Largest speed at which a contact closes, in the mean of before the kick and after contact
  /// [m/s].
  double closing = 0;
  double turned = 0;  ///< sum of |work| of normal impulses since the pair met [J]
  Vec3 offset;        ///< of the partner's copy that is meant, in a periodic domain [m]
};

/// Work of the impulses of all contacts on both sides, body and partner [J]: impulse times relative
/// velocity, the mean of before the kick and after contact. What is lost counts negative.
struct ContactWork {
  double normal = 0, friction = 0;
};

/// The contact of the largest overlap.
struct DeepestContact {
  int body = 0;
  int partner = 0;  ///< a body, or an obstacle
  bool with_obstacle = false;
  Vec3 at;  ///< [m]
};

/// What the contact module did in one step.
struct ContactReport {
  int count = 0;           ///< of contacts
  int posed = 0;           ///< of them, to the solver (ClosingContacts)
  int rounds = 0;          ///< after the first, of others that closed by its solution
  double max_overlap = 0;  ///< largest -gap / h [cells]
  DeepestContact deepest;  ///< where that is, if there is one
  ContactWork work;
  SolverReport solver;
  double seconds_detect = 0;
  double seconds_assemble = 0;  ///< with the matrices that the solver makes for itself
};

}  // namespace eulersolid
