#include "contact/solvers/coulomb/parallel/held_problem.h"

#include <cmath>

#include "contact/solvers/coulomb/contact_cone.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"
#include "kernels/core/vectors.h"

ES_BEGIN

namespace {

std::vector<double> responses(const BlockMatrix& W) {
  std::vector<double> response;
  for (const Mat3& block : diagonal_blocks(W)) response.push_back(trace(block) / 3);
  return response;
}

void add(Span<const Vec3> q, Span<Vec3> u) {
  parallel_for_light(u.size, [=] ES_DEVICE(Index c) { u[c] += q[c]; });
}

double largest_error(Span<const double> h, Span<const Vec3> r, Span<const Vec3> u,
                     Span<const double> mu) {
  return max_reduce(
      r.size, [=] ES_DEVICE(Index c) -> double { return coulomb_error(h[c], r[c], u[c], mu[c]); },
      0);
}

}  // namespace

HeldProblem::HeldProblem(const FrictionProblem& problem)
    : W_(problem.W),
      q_(problem.q),
      u_(Index(problem.q.size())),
      mu_(problem.mu),
      response_(responses(problem.W)) {
  for (std::size_t c = 0; c < problem.q.size(); ++c)
    scale_ = std::fmax(scale_, opposed_speed(problem.q[c], problem.mu[c]));
}

double HeldProblem::error(Span<const Vec3> r) {
  multiply(W(), r, u_.span());
  add(q(), u_.span());
  const double most = largest_error(response(), r, u_.span(), mu());
  return most == 0 ? 0 : std::isinf(most) || std::isinf(scale_) ? INFINITY : most / scale_;
}

double HeldProblem::judge(Span<const Vec3> r, Progress& progress) {
  const double error = this->error(r);
  if (error <= progress.tolerance()) return progress.judge(to_host(r));
  if (progress.improves(error)) progress.keep(error, to_host(r));
  return error;
}

ES_END
