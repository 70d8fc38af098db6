#include "bench/papers/conjugate_gradients.h"

#include <cmath>

#include "bench/papers/inner_product.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "kernels/core/clock.h"

namespace eulersolid {

namespace {

CoulombReport judged(const FrictionProblem& problem, const CoulombLimits& limits,
                     const std::vector<Vec3>& r, CoulombReport report) {
  report.error = coulomb_errors(problem, r).coulomb;
  report.converged = report.error <= limits.tolerance;
  return report;
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
  return judged(problem, limits, r, report);
}

CoulombReport minres(const FrictionProblem& problem, const CoulombLimits& limits,
                     std::vector<Vec3>& r) {
  CoulombReport report;
  {
    const Stopwatch watch(report.seconds);
    const std::size_t n = r.size();
    std::vector<double> root;  // of the preconditioner: A = root W root
    for (const Mat3& W : diagonal_blocks(problem.W)) root.push_back(std::sqrt(3 / trace(W)));
    std::vector<Vec3> v(n), v_before(n), w(n), w_before(n), x(n), scaled(n), image(n);
    const auto multiply_A = [&] {  // image = A v
      for (std::size_t c = 0; c < n; ++c) scaled[c] = root[c] * v[c];
      multiply(problem.W, scaled, image);
      for (std::size_t c = 0; c < n; ++c) image[c] = root[c] * image[c];
    };
    multiply(problem.W, r, image);
    for (std::size_t c = 0; c < n; ++c) v[c] = -root[c] * (image[c] + problem.q[c]);
    double beta = std::sqrt(inner(v, v)), eta = beta;
    const double least = 1e-15 * beta;
    double cosine = 1, cosine_before = 1, sine = 0, sine_before = 0;
    for (std::size_t c = 0; c < n && beta > 0; ++c) v[c] = (1 / beta) * v[c];
    double coupling = 0;  // of Lanczos' vectors, beta of the step before
    for (; report.iterations < limits.max_iterations && std::fabs(eta) > least;
         ++report.iterations) {
      multiply_A();
      const double alpha = inner(v, image);
      for (std::size_t c = 0; c < n; ++c) image[c] -= alpha * v[c] + coupling * v_before[c];
      beta = std::sqrt(inner(image, image));
      // The new column of the tridiagonal matrix under Givens' rotations.
      const double diagonal = cosine * alpha - cosine_before * sine * coupling,
                   above = sine * alpha + cosine_before * cosine * coupling,
                   above_that = sine_before * coupling, pivot = std::hypot(diagonal, beta);
      cosine_before = cosine, sine_before = sine;
      cosine = diagonal / pivot, sine = beta / pivot;
      for (std::size_t c = 0; c < n; ++c) {
        const Vec3 next = (1 / pivot) * (v[c] - above_that * w_before[c] - above * w[c]);
        w_before[c] = w[c], w[c] = next;
        x[c] += cosine * eta * next;
        v_before[c] = v[c], v[c] = (beta > 0 ? 1 / beta : 0) * image[c];
      }
      eta *= -sine;
      coupling = beta;
    }
    for (std::size_t c = 0; c < n; ++c) r[c] += root[c] * x[c];
  }
  return judged(problem, limits, r, report);
}

}  // namespace eulersolid
