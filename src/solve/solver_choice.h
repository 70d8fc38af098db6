#pragma once

#include <memory>
#include <string>

#include "contact/solvers/coulomb/coulomb_solver.h"
#include "kernels/choice/backend_choice.h"

namespace eulersolid {

/// Is there such a solver of problems from files? On the GPU there are those of parallel_methods.h.
/// @throws InputError when no solver has this name, or it has no version for that backend
void check_solver_on(Backend backend, const std::string& name);

/// @throws InputError as above, and NoDevice when the backend is not there
CoulombSolver solver_on(Backend backend, const std::string& name);

}  // namespace eulersolid
