#pragma once

#include <string>

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

inline const std::string projected_jacobi_name = "projected Jacobi";

/// Projected fixed points, all contacts at once: r_c <- P_K(r_c - omega U_c / h_c), h_c = tr W_cc /
/// 3 (Tasora and Anitescu, Comput. Methods Appl. Mech. Eng. 200 (2011) 439-453), with De Saxce's
/// term as it is, and omega = 0.2. @param r  in: a start
CoulombReport projected_jacobi(const FrictionProblem& problem, const CoulombLimits& limits,
                               std::vector<Vec3>& r);

}  // namespace eulersolid
