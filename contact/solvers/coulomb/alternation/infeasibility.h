#pragma once

#include <optional>

#include "contact/solvers/coulomb/coulomb_solver.h"
#include "contact/solvers/coulomb/methods/progress.h"

namespace eulersolid {

/// Impulses that show that a problem has no solution: n, normal at contacts with n_N >= 0, of any
/// direction at joints, that move nothing, H n = 0 or W^T n = 0, and yet q . n < 0. Whatever
/// impulses r act, n . u = n . (W r + q) is the same negative number then, so that somewhere bodies
/// go on into each other, or a joint opens (Farkas' lemma): jaws that close on a rigid body, a
/// wedge that is driven in.
struct Infeasibility {
  std::vector<Vec3> n;  ///< the largest is of length 1 [N s]
  int contacts = 0;     ///< with a hundredth of that and more
  double speed = 0;     ///< -q . n over the sum of |n|: at which they go on in the mean [m/s]
};

/// Looks for them by alternating directions on the problem without friction, whose impulses grow
/// along n without bound. Of a local problem less is said: what a heavy body on a light one gives
/// by is lost in W.
/// @param steps  at most. @param progress  whose time limits it
std::optional<Infeasibility> infeasibility(const FrictionProblem& problem, int steps,
                                           const Progress& progress);

}  // namespace eulersolid
