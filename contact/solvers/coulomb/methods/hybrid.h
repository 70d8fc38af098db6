#pragma once

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// P-SPG-FB finds which contacts act, and the proximal Newton method finishes from there.
CoulombReport solve_by_hybrid(const FrictionProblem& problem, const CoulombLimits& limits,
                              std::vector<Vec3>& r);

}  // namespace eulersolid
