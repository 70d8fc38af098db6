#include "bench/papers/spectral_errors.h"

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/parallel/spectral_gradient.h"

namespace eulersolid {

std::vector<double> spectral_errors(const FrictionProblem& problem, int steps) {
  HeldProblem held(problem);
  SpectralGradientIteration iteration(held, std::vector<Vec3>(problem.q.size()));
  std::vector<double> errors;
  for (int step = 1; step <= steps; ++step) {
    iteration.advance(1);
    errors.push_back(held.error(iteration.impulses()));
    if (step % steps_unjudged == 0 && iteration.is_due()) iteration.refresh(errors.back());
  }
  return errors;
}

}  // namespace eulersolid
