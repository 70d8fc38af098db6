#pragma once

#include <memory>
#include <string>
#include <vector>

#include "contact/solvers/coulomb/methods/coulomb_registry.h"

namespace eulersolid::cpu {

/// All solvers that `eulersolid solve` has: those on the host, and staggered projections of the CPU
/// backend, in the disc and in the thesis' pyramid.
std::vector<CoulombMethod> problem_solvers();

/// @throws InputError when no solver has this name
CoulombSolver problem_solver(const std::string& name);

}  // namespace eulersolid::cpu
