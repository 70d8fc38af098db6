#pragma once

#include <string>
#include <vector>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// What a partner did to a body in one step. Torques are about the origin of space.
struct PairImpulse {
  int body = 0;
  int partner = 0;  ///< a body, or an obstacle
  bool with_obstacle = false;
  Vec3 impulse;  ///< [N s]
  Vec3 torque;   ///< [N m s]
};

/// What the QPs of one kind did in a step.
struct QpTotals {
  int iterations = 0;  ///< of the active-set method, the largest over the QPs
  int solves = 0;      ///< sum over the QPs, as are the next four
  int factorizations = 0;
  int chosen = 0;  ///< factorisations preferred to Schur columns by their operations
  int resets = 0;
  int fallbacks = 0;
  int dim_free = 0;  ///< order of the matrix last factored
  double kkt = 0;    ///< largest relative KKT residual over the QPs
  double bytes = 0;  ///< of the factor, the Schur columns and their products, at most
  double seconds = 0;
  double seconds_factor = 0, seconds_solve = 0;
  bool converged = true;  ///< all of them
  std::string reason;     ///< the first one given
};

/// What the contact module did in one step.
struct ContactReport {
  int contacts = 0;
  int active_contacts = 0;               ///< with alpha > 0
  int bandwidth_c = 0, bandwidth_f = 0;  ///< of H^C and H^F
  int staggered_iterations = 0;
  double staggered_error = 0;  ///< Eq. 4.19
  bool staggered_converged = true;
  QpTotals contact, friction;
  double warm_contact = 1, warm_friction = 1;  ///< |A0 and A*| / |A*|, 1 where A* is empty
  double max_overlap = 0;                      ///< largest -gap / h [cells]
  std::vector<PairImpulse> impulses;           ///< one per ordered pair of bodies, and per body and
                                               ///< obstacle, that touch
  double seconds_detect = 0, seconds_assemble = 0;
};

}  // namespace eulersolid
