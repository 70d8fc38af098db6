#pragma once

#include "contact/solvers/coulomb/coulomb_solver.h"
#include "contact/solvers/coulomb/unilateral/interior_point.h"

namespace eulersolid {

/// The normal part of a problem by its bodies' velocities (rows of normals of H^T), or of a local
/// one by its impulses: G = W_NN, A = I, so that l is the velocity. W is taken for symmetric.
UnilateralProblem unilateral_problem(const CoulombProblem& problem);

/// The interior point method on problems whose mu are all zero; others it leaves as they are, and
/// says so. In units of the problem's own velocity and response, as its start and its tolerances
/// have units.
class FrictionlessSolver final : public CoulombSolver {
 public:
  CoulombReport solve(const CoulombProblem& problem, const CoulombLimits& limits,
                      std::vector<Vec3>& r) override;
};

}  // namespace eulersolid
