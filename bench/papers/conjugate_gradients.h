#pragma once

#include <string>

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

inline const std::string conjugate_gradients_name = "conjugate gradients", minres_name = "MINRES";

/// W r = -q by conjugate gradients with the preconditioner tr W_cc / 3 (Hestenes and Stiefel 1952):
/// what joints alone need. @param r  in: a start
CoulombReport conjugate_gradients(const FrictionProblem& problem, const CoulombLimits& limits,
                                  std::vector<Vec3>& r);

/// The same by MINRES with that preconditioner (Paige and Saunders, SIAM J. Numer. Anal. 12 (1975)
/// 617-629): the least residual over the same spaces, whether W is definite or not.
CoulombReport minres(const FrictionProblem& problem, const CoulombLimits& limits,
                     std::vector<Vec3>& r);

}  // namespace eulersolid
