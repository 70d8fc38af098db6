#pragma once

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// The interior point method on problems of contacts without friction and of joints; others it
/// leaves as they are, and says so. From impulses that are not zero it starts fully warm. In units
/// of the problem's own velocity and response, as its start and its tolerances have units.
CoulombReport solve_without_friction(const FrictionProblem& problem, const CoulombLimits& limits,
                                     std::vector<Vec3>& r);

/// Is there a contact with friction?
bool has_friction(const FrictionProblem& problem);

}  // namespace eulersolid
