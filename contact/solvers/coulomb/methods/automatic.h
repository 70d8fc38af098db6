#pragma once

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// Gauss-Seidel, alternating directions and the proximal Newton method in a race (race.h), each
/// from the best impulses so far: sweeps solve problems of full rank in a few milliseconds, and
/// find which contacts act in others; one sparse factor takes walls and stacks of any size to
/// thousandths and below; Newton's method ends what is left to be told to many digits. With rolling
/// friction the first two alone.
CoulombReport solve_automatically(const FrictionProblem& problem, const CoulombLimits& limits,
                                  std::vector<Vec3>& r);

}  // namespace eulersolid
