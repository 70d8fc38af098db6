#include "contact/solvers/coulomb/methods/gauss_seidel.h"

#include <algorithm>

#include "contact/solvers/coulomb/one_moment.h"
#include "contact/solvers/coulomb/rolling_friction.h"

namespace eulersolid {

GaussSeidelSweeps::GaussSeidelSweeps(const FrictionProblem& problem, SweepOrder order,
                                     std::uint64_t seed, ContactVisit visit)
    : problem_(problem),
      kind_(order),
      visit_(visit),
      diagonal_(diagonal_blocks(problem.W)),
      random_(seed) {
  for (std::size_t c = 0; c < diagonal_.size(); ++c)
    contacts_.emplace_back(is_moment(problem.rolling, c) ? identity3() : diagonal_[c],
                           problem.mu[c]);
  order_ =
      order == SweepOrder::effective_mass ? mass_order(problem) : natural_order(problem.contacts());
}

void GaussSeidelSweeps::sweep(std::vector<Vec3>& r) {
  if (kind_ == SweepOrder::random) std::shuffle(order_.begin(), order_.end(), random_);
  if (kind_ == SweepOrder::residual) order_ = residual_order(problem_, diagonal_, r);
  for (const int contact : order_) {
    const auto c = std::size_t(contact);
    const Vec3 u = row_product(problem_.W, c, r) + problem_.q[c];
    const Vec3 others = u - diagonal_[c] * r[c];
    if (is_moment(problem_.rolling, c))
      r[c] = moment_within(diagonal_[c], others, problem_.rolling[c] * r[c - 1].x);
    else
      r[c] = visit_ == ContactVisit::solution ? contacts_[c].solve(others, r[c])
                                              : contacts_[c].projected(others, r[c]);
  }
}

BlockSweeps::BlockSweeps(const FrictionProblem& problem, int size)
    : problem_(problem),
      diagonal_(diagonal_blocks(problem.W)),
      blocks_(coupled_blocks(problem.W, size)),
      inside_(diagonal_.size()) {
  std::vector<std::size_t> block_of(diagonal_.size());
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    for (const int c : blocks_[b]) block_of[std::size_t(c)] = b;
  for (std::size_t c = 0; c < diagonal_.size(); ++c) {
    contacts_.emplace_back(diagonal_[c], problem.mu[c]);
    for (int e = problem.W.row_start[c]; e < problem.W.row_start[c + 1]; ++e)
      if (block_of[std::size_t(problem.W.column[std::size_t(e)])] == block_of[c])
        inside_[c].push_back(e);
  }
}

Vec3 BlockSweeps::inner_product(std::size_t contact, const std::vector<Vec3>& r) const {
  Vec3 sum;
  for (const int e : inside_[contact])
    sum += problem_.W.value[std::size_t(e)] * r[std::size_t(problem_.W.column[std::size_t(e)])];
  return sum;
}

void BlockSweeps::sweep(std::vector<Vec3>& r) {
  std::vector<Vec3> outer;
  for (const std::vector<int>& block : blocks_) {
    outer.clear();
    for (const int contact : block) {
      const auto c = std::size_t(contact);
      outer.push_back(row_product(problem_.W, c, r) + problem_.q[c] - inner_product(c, r));
    }
    for (int round = 0; round < (block.size() > 1 ? sweeps_of_a_block : 1); ++round)
      for (std::size_t k = 0; k < block.size(); ++k) {
        const auto c = std::size_t(block[k]);
        r[c] = contacts_[c].solve(outer[k] + inner_product(c, r) - diagonal_[c] * r[c], r[c]);
      }
  }
}

}  // namespace eulersolid
