#include "contact/solvers/coulomb/parallel/relaxed_problem.h"

#include "contact/solvers/coulomb/contact_cone.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

void take_terms(Span<const Vec3> u, Span<const double> mu, Span<double> s) {
  parallel_for_light(s.size, [=] ES_DEVICE(Index c) { s[c] = de_saxce_term(u[c], mu[c]); });
}

void add(Span<const Vec3> q, Span<const double> s, Span<Vec3> g) {
  parallel_for_light(g.size, [=] ES_DEVICE(Index c) {
    const Vec3 u = g[c] + q[c];
    g[c] = {u.x + s[c], u.y, u.z};
  });
}

double largest_projection_error(Span<const double> h, Span<const Vec3> r, Span<const Vec3> g,
                                Span<const double> mu) {
  return max_reduce(
      r.size,
      [=] ES_DEVICE(Index c) -> double {
        return h[c] * norm(r[c] - nearest_impulse(r[c] - (1 / h[c]) * g[c], mu[c]));
      },
      0);
}

}  // namespace

RelaxedProblem::RelaxedProblem(const HeldProblem& problem)
    : problem_(problem), s_(problem.contacts(), 0.0) {}

void RelaxedProblem::refresh() { take_terms(problem_.velocities(), problem_.mu(), s_.span()); }

void RelaxedProblem::gradient(Span<const Vec3> r, Span<Vec3> g) const {
  multiply(problem_.W(), r, g);
  add(problem_.q(), s_.span(), g);
}

double RelaxedProblem::error(Span<const Vec3> r, Span<const Vec3> g) const {
  const double most = largest_projection_error(problem_.response(), r, g, problem_.mu());
  return most > 0 ? most / problem_.scale() : 0;
}

void project(Span<const double> mu, Span<Vec3> r) {
  parallel_for_light(r.size, [=] ES_DEVICE(Index c) { r[c] = nearest_impulse(r[c], mu[c]); });
}

ES_END
