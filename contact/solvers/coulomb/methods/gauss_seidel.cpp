#include "contact/solvers/coulomb/methods/gauss_seidel.h"

#include <algorithm>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/methods/progress.h"

namespace eulersolid {

GaussSeidelSweeps::GaussSeidelSweeps(const LocalProblem& problem, SweepOrder order,
                                     std::uint64_t seed)
    : problem_(problem), kind_(order), diagonal_(diagonal_blocks(problem.W)), random_(seed) {
  for (std::size_t c = 0; c < diagonal_.size(); ++c)
    contacts_.emplace_back(diagonal_[c], problem.mu[c]);
  order_ = order == SweepOrder::effective_mass ? mass_order(problem)
           : order == SweepOrder::coloured     ? coloured_order(problem.W)
                                               : natural_order(problem.contacts());
}

void GaussSeidelSweeps::sweep(std::vector<Vec3>& r) {
  if (kind_ == SweepOrder::random) std::shuffle(order_.begin(), order_.end(), random_);
  if (kind_ == SweepOrder::residual) order_ = residual_order(problem_, diagonal_, r);
  for (const int contact : order_) {
    const auto c = std::size_t(contact);
    const Vec3 u = row_product(problem_.W, c, r) + problem_.q[c];
    r[c] = contacts_[c].solve(u - diagonal_[c] * r[c], r[c]);
  }
}

CoulombReport GaussSeidel::solve(const CoulombProblem& problem, const CoulombLimits& limits,
                                 std::vector<Vec3>& r) {
  Progress progress(problem.local, limits);
  GaussSeidelSweeps sweeps(problem.local, order_, seed_);
  progress.judge(r);
  int done = 0;
  while (!progress.solved() && !progress.out_of_time() && done < limits.max_iterations) {
    // Judging costs half a sweep: seldom once there were many.
    const int next = std::clamp(done / 10, 1, most_sweeps_unjudged);
    const int count = std::min(next, limits.max_iterations - done);
    for (int k = 0; k < count; ++k) sweeps.sweep(r);
    done += count;
    progress.judge(r);
  }
  return progress.finish(done, r);
}

}  // namespace eulersolid
