#include "bench/papers/projected_jacobi.h"

#include "contact/solvers/coulomb/contact_cone.h"
#include "contact/solvers/coulomb/methods/progress.h"

namespace eulersolid {

CoulombReport projected_jacobi(const FrictionProblem& problem, const CoulombLimits& limits,
                               std::vector<Vec3>& r) {
  constexpr double omega = 0.2;
  Progress progress(problem, limits);
  std::vector<double> step;
  for (const Mat3& W : diagonal_blocks(problem.W)) step.push_back(omega * 3 / trace(W));
  std::vector<Vec3> u(r.size());
  int done = 0;
  for (; done < limits.max_iterations && !progress.out_of_time(); ++done) {
    multiply(problem.W, r, u);
    for (std::size_t c = 0; c < r.size(); ++c) {
      u[c] += problem.q[c];
      const Vec3 U{u[c].x + de_saxce_term(u[c], problem.mu[c]), u[c].y, u[c].z};
      r[c] = nearest_impulse(r[c] - step[c] * U, problem.mu[c]);
    }
  }
  progress.judge(r);
  return progress.finish(done, r);
}

}  // namespace eulersolid
