#pragma once

#include <optional>

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// Impulses that show that a problem has no solution: n, normal at contacts with n_N >= 0, of any
/// direction at joints, such that W n = 0 and q . n < 0. Whatever impulses r act, n . u = n . (W r +
/// q) is the same negative number then, so that somewhere bodies go on into each other, or a joint
/// opens (Farkas' lemma): jaws that close on a rigid body, a wedge that is driven in.
struct Infeasibility {
  std::vector<Vec3> n;  ///< the largest is of length 1 [N s]
  int contacts = 0;     ///< with a hundredth of that and more
  double speed = 0;     ///< -q . n over the sum of |n|: at which they go on in the mean [m/s]
  /// What is left of W n by rounding would let impulses stop it whose sum is so many times what
  /// stops each contact by itself.
  double impulses = 0;
};

/// Looks for them by alternating directions on the problem without friction, whose impulses grow
/// along n without bound. @param steps  at most
std::optional<Infeasibility> infeasibility(const CoulombProblem& problem, int steps);

}  // namespace eulersolid
