#pragma once

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// The proximal point method with Newton's inside: from r^k, the impulses
///
///     r = law(r^k - rho u(r)),    u(r) = W r + q,
///
/// of Coulomb's law as a map (alart_curnier.h) are a problem with W + 1 / rho for W, which has a
/// solution however deficient W is; r^k tends to one of the problem, the faster the larger rho
/// (Acary, Bremond and Huber, LNACM 79 (2018) 375-457, section 5.5: PPA-NSN). Here in the unknowns
/// of the bodies, M v = f + H law(r^k - rho (H^T v + w)), by semismooth Newton steps with a line
/// search on the residual; rho grows by itself while they converge, and shrinks where they do not.
class ProximalNewton final : public CoulombSolver {
 public:
  CoulombReport solve(const CoulombProblem& problem, const CoulombLimits& limits,
                      std::vector<Vec3>& r) override;
};

}  // namespace eulersolid
