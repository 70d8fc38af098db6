#pragma once

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// The semi-analytic primal method (Castro, Permenter and Han, IEEE Trans. Robot. 39 (2023)
/// 1301-1320): contact with a compliance R and without De Saxce's term is the convex problem of
/// velocities
///
///     min  1/2 (v - v*) . M (v - v*) + 1/2 sum_c g_c . R_c g_c,    g_c = P_R(-R_c^-1 u_c),
///
/// with P_R the projection onto K in the norm of R. Newton's method with an exact line search
/// solves it. R is what Drake takes for stiff contact, beta^2 / (4 pi^2) of |W_cc| along the normal
/// and sigma |W_cc| across: sticking contacts creep, sliding ones part by mu |u_T|, and that is
/// what is left of Coulomb's error.
/// @return converged  only where the error of Coulomb's law is below the tolerance; the reason
///                    says whether the convex problem is solved
CoulombReport solve_by_sap(const FrictionProblem& problem, const CoulombLimits& limits,
                           std::vector<Vec3>& r);

}  // namespace eulersolid
