#include "contact/solvers/coulomb/parallel/held_problem.h"  // first: makes its namespace inline

#include "contact/solvers/coulomb/parallel/parallel_methods.h"

ES_BEGIN

namespace {

/// @tparam external_s  De Saxce's term refreshed outside; else the relaxed problem
template <bool external_s>
CoulombReport accelerate(const FrictionProblem& problem, const CoulombLimits& limits,
                         std::vector<Vec3>& r) {
  AccelerationOptions options;
  options.external_s = external_s;
  return solve_by_accelerated_gradients(options, problem, limits, r);
}

constexpr CoulombMethod methods[] = {
    {"pgs_coloured", "projected Gauss-Seidel by colours: contacts of one are not coupled",
     solve_by_coloured_sweeps},
    {"p_spg_fb", "preconditioned spectral projected gradients, De Saxce's term refreshed outside",
     solve_by_spectral_gradients},
    {"apgd", "accelerated projected gradients with restart, the same outside", accelerate<true>},
    {"apgd_relaxed",
     "the same for the relaxed problem alone, without De Saxce's term: sliding parts",
     accelerate<false>},
};

}  // namespace

std::span<const CoulombMethod> parallel_methods() { return methods; }

ES_END
