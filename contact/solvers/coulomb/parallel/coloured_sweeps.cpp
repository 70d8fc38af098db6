#include "contact/solvers/coulomb/parallel/coloured_sweeps.h"

#include "contact/solvers/coulomb/methods/gauss_seidel.h"
#include "contact/solvers/coulomb/parallel/parallel_methods.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/vectors.h"

ES_BEGIN

namespace {

std::vector<OneContact> single_contacts(const FrictionProblem& problem) {
  std::vector<OneContact> contacts;
  const std::vector<Mat3> diagonal = diagonal_blocks(problem.W);
  for (std::size_t c = 0; c < diagonal.size(); ++c)
    contacts.emplace_back(diagonal[c], problem.mu[c]);
  return contacts;
}

void solve_colour(Span<const int> colour, Span<const OneContact> contacts, const BlockRows& W,
                  Span<const Vec3> q, Span<Vec3> r) {
  parallel_for(colour.size, [=] ES_DEVICE(Index k) {
    const int c = colour[k];
    const Vec3 u = row_product(W, c, r) + q[c];
    r[c] = contacts[c].solve(u - contacts[c].response() * r[c], r[c]);
  });
}

}  // namespace

ColouredSweeps::ColouredSweeps(const HeldProblem& held, const FrictionProblem& problem)
    : held_(held), contacts_(single_contacts(problem)) {
  ContactColours colours = contact_colours(problem.W);
  order_.assign(colours.order);
  start_ = std::move(colours.start);
}

void ColouredSweeps::sweep(Span<Vec3> r) {
  for (std::size_t k = 0; k + 1 < start_.size(); ++k)
    solve_colour(order_.span().part(start_[k], start_[k + 1] - start_[k]), contacts_.span(),
                 held_.W(), held_.q(), r);
}

/// Sweeps until the problem is solved.
CoulombReport solve_by_coloured_sweeps(const FrictionProblem& problem, const CoulombLimits& limits,
                                       std::vector<Vec3>& r) {
  Progress progress(problem, limits);
  HeldProblem held(problem);
  ColouredSweeps sweeps(held, problem);
  DeviceVector<Vec3> impulses(r);
  const int done = sweep_until_solved(
      progress, [&] { held.judge(impulses.span(), progress); },
      [&] { sweeps.sweep(impulses.span()); });
  return progress.finish(done, r);
}

ES_END
