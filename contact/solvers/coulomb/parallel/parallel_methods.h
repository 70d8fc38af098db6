#pragma once

#include <span>

#include "contact/solvers/coulomb/methods/coulomb_registry.h"
#include "contact/solvers/coulomb/methods/rho_rules.h"

/// The methods whose iterations are products and loops over contacts: one source for both backends.
/// A source of a backend includes one of its headers first, which makes its namespace inline.

namespace eulersolid {

/// How the step of APGD changes (Acary and Cariaga, Eqs. 20, 21 and Algorithm 2); backtracking is
/// that of Mazhar et al., ACM Trans. Graph. 34 (2015) 32, which keeps the bound that acceleration
/// rests on.
enum class RhoUpdate { fixed, ratio_1, ratio_2, backtracking };

struct AccelerationOptions {
  RhoRule rule = RhoRule::w_norm;
  RhoUpdate update = RhoUpdate::backtracking;
  bool accelerated = true;  ///< else plain projected gradients
  bool restart = true;      ///< the momentum, where it points uphill
  bool external_s = true;   ///< De Saxce's term refreshed outside; else the relaxed problem
};

namespace cpu {

/// Gauss-Seidel by colours.
CoulombReport solve_by_coloured_sweeps(const FrictionProblem& problem, const CoulombLimits& limits,
                                       std::vector<Vec3>& r);
/// P-SPG-FB, with De Saxce's term refreshed outside.
CoulombReport solve_by_spectral_gradients(const FrictionProblem& problem,
                                          const CoulombLimits& limits, std::vector<Vec3>& r);
/// Accelerated projected gradient descent (Acary and Cariaga, Eq. 9), judged by Coulomb's error, or
/// by that of the relaxed problem where s stays zero.
CoulombReport solve_by_accelerated_gradients(const AccelerationOptions& options,
                                             const FrictionProblem& problem,
                                             const CoulombLimits& limits, std::vector<Vec3>& r);
/// These, as users see them.
std::span<const CoulombMethod> parallel_methods();

}  // namespace cpu

namespace gpu {

CoulombReport solve_by_coloured_sweeps(const FrictionProblem& problem, const CoulombLimits& limits,
                                       std::vector<Vec3>& r);
CoulombReport solve_by_spectral_gradients(const FrictionProblem& problem,
                                          const CoulombLimits& limits, std::vector<Vec3>& r);
CoulombReport solve_by_accelerated_gradients(const AccelerationOptions& options,
                                             const FrictionProblem& problem,
                                             const CoulombLimits& limits, std::vector<Vec3>& r);
std::span<const CoulombMethod> parallel_methods();

}  // namespace gpu

}  // namespace eulersolid
