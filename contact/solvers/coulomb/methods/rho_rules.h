#pragma once

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// Where the step of APGD comes from (Acary and Cariaga, Eqs. 13-19). Rules of M and H need a
/// global problem; those of the smallest eigenvalue one of full rank, and are infinite else.
enum class RhoRule { ghadimi, di_cairano, acary, normal, smaller, w_norm, w_eigenvalue };

double first_rho(const FrictionProblem& problem, RhoRule rule);

}  // namespace eulersolid
