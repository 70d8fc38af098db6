#pragma once

#include "contact/solvers/coulomb/coulomb_solver.h"
#include "contact/solvers/coulomb/methods/relaxed_problem.h"

namespace eulersolid {

/// Where the step of APGD comes from (Acary and Cariaga, Eqs. 13-19). Rules of M and H need a
/// global problem; those of the smallest eigenvalue one of full rank, and are infinite else.
enum class RhoRule { ghadimi, di_cairano, acary, normal, smaller, w_norm, w_eigenvalue };
/// How it changes (Eqs. 20, 21 and Algorithm 2); backtracking is that of Mazhar et al., ACM Trans.
/// Graph. 34 (2015) 32, which keeps the bound that acceleration rests on.
enum class RhoUpdate { fixed, ratio_1, ratio_2, backtracking };

double first_rho(const CoulombProblem& problem, RhoRule rule);

struct AccelerationOptions {
  RhoRule rule = RhoRule::w_norm;
  RhoUpdate update = RhoUpdate::backtracking;
  bool restart = true;     ///< the momentum, where it points uphill
  bool external_s = true;  ///< De Saxce's term refreshed outside; else the relaxed problem
};

/// Accelerated projected gradient descent (Acary and Cariaga, Eq. 9), judged by Coulomb's error, or
/// by that of the relaxed problem where s stays zero.
class AcceleratedGradient final : public CoulombSolver {
 public:
  explicit AcceleratedGradient(AccelerationOptions options = {}) : options_(options) {}
  CoulombReport solve(const CoulombProblem& problem, const CoulombLimits& limits,
                      std::vector<Vec3>& r) override;

 private:
  AccelerationOptions options_;
};

}  // namespace eulersolid
