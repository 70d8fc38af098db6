#pragma once

#include <vector>

#include "contact/solvers/coulomb/friction_problem.h"

namespace eulersolid {

/// Coulomb's error of each iterate of spectral gradients from zero, as they are without a vector to
/// fall back to (Tasora's SPG).
std::vector<double> spectral_errors(const FrictionProblem& problem, int steps);

}  // namespace eulersolid
