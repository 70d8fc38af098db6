#include "contact/solvers/coulomb/methods/hybrid.h"

#include <algorithm>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/methods/progress.h"
#include "contact/solvers/coulomb/methods/proximal_newton.h"
#include "contact/solvers/coulomb/parallel/parallel_methods.h"

namespace eulersolid {

CoulombReport solve_by_hybrid(const FrictionProblem& problem, const CoulombLimits& limits,
                              std::vector<Vec3>& r) {
  Progress progress(problem, limits);
  CoulombLimits first = limits;
  first.tolerance = std::max(limits.tolerance, gradient_accuracy);
  first.max_iterations = std::min(limits.max_iterations, max_gradient_steps);
  const CoulombReport gradients = cpu::solve_by_spectral_gradients(problem, first, r);
  progress.add_history(gradients, 0);
  progress.judge(r);
  const double begun = progress.seconds();
  CoulombLimits rest = limits;
  rest.max_seconds = progress.seconds_left();
  const CoulombReport newton = solve_by_proximal_newton(problem, rest, r);
  progress.add_history(newton, begun);
  progress.judge(r);
  return progress.finish(gradients.iterations + newton.iterations, r, newton.reason);
}

}  // namespace eulersolid
