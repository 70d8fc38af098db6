#include "bench/papers/conjugate_gradients.h"

#include "contact/solvers/coulomb/coulomb_errors.h"
#include "kernels/core/clock.h"

namespace eulersolid {

namespace {

double inner(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += dot(a[c], b[c]);
  return sum;
}

}  // namespace

CoulombReport conjugate_gradients(const FrictionProblem& problem, const CoulombLimits& limits,
                                  std::vector<Vec3>& r) {
  CoulombReport report;
  {
    const Stopwatch watch(report.seconds);
    std::vector<double> weight;
    for (const Mat3& W : diagonal_blocks(problem.W)) weight.push_back(3 / trace(W));
    std::vector<Vec3> rest(r.size()), z(r.size()), d(r.size()), Wd(r.size());
    multiply(problem.W, r, rest);
    const auto precondition = [&] {
      for (std::size_t c = 0; c < r.size(); ++c) z[c] = weight[c] * rest[c];
    };
    for (std::size_t c = 0; c < r.size(); ++c) rest[c] = -(rest[c] + problem.q[c]);
    precondition();
    d = z;
    double now = inner(rest, z);
    const double least = 1e-30 * now;
    for (; report.iterations < limits.max_iterations && now > least; ++report.iterations) {
      multiply(problem.W, d, Wd);
      const double length = now / inner(d, Wd);
      for (std::size_t c = 0; c < r.size(); ++c) r[c] += length * d[c], rest[c] -= length * Wd[c];
      precondition();
      const double next = inner(rest, z);
      for (std::size_t c = 0; c < r.size(); ++c) d[c] = z[c] + (next / now) * d[c];
      now = next;
    }
  }
  report.error = coulomb_errors(problem, r).coulomb;
  report.converged = report.error <= limits.tolerance;
  return report;
}

}  // namespace eulersolid
