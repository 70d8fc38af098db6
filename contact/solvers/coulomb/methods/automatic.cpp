#include "contact/solvers/coulomb/methods/automatic.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/methods/body_form.h"
#include "contact/solvers/coulomb/methods/gauss_seidel.h"
#include "contact/solvers/coulomb/methods/progress.h"
#include "contact/solvers/coulomb/methods/proximal_newton.h"

namespace eulersolid {

namespace {

// What methods may take [s] is told from numbers of contacts and blocks, and not measured: the same
// problem takes the same way on every machine, however busy.

double sweep_seconds(const LocalProblem& problem) {
  return seconds_a_block * double(problem.W.column.size()) + seconds_a_contact * problem.contacts();
}

/// Assembly grows with the contacts. W of a local problem is factored as a band, or as L L^T, where
/// contacts touch many others: that grows with the square of what is in it.
double newton_seconds(const CoulombProblem& problem) {
  const double blocks = double(problem.local.W.column.size());
  const double factor =
      problem.global && !takes_impulses(problem) ? 0 : seconds_a_squared_block * blocks * blocks;
  return expected_systems * (seconds_a_contact_of_a_system * problem.local.contacts() + factor);
}

/// Sweeps while what is left of them, at the rate of the last half, takes less time than Newton's
/// method may.
int sweep_while_useful(const CoulombProblem& problem, Progress& progress, std::vector<Vec3>& r) {
  GaussSeidelSweeps sweeps(problem.local, SweepOrder::natural);
  const double most = newton_seconds(problem) / sweep_seconds(problem.local);
  int done = 0, since = 0;  // sweeps, and those up to the error that the rate is taken from
  double error = progress.best_error();
  for (int count = 4;
       !progress.solved() && !progress.out_of_time() && done < progress.limits().max_iterations;
       count = std::clamp(done / 2, 4, most_sweeps_unjudged)) {
    for (int k = 0; k < count; ++k) sweeps.sweep(r);
    done += count;
    progress.judge(r);
    if (done < 2 * since) continue;
    const double now = progress.best_error(), rate = std::log(error / now) / (done - since);
    const bool useful = rate > 0 && std::log(now / progress.tolerance()) / rate < most;
    error = now, since = done;
    if (!useful && done > part_of_newton * most) break;
  }
  return done;
}

}  // namespace

CoulombReport Automatic::solve(const CoulombProblem& problem, const CoulombLimits& limits,
                               std::vector<Vec3>& r) {
  Progress progress(problem.local, limits);
  progress.judge(r);
  int sweeps = sweep_while_useful(problem, progress, r), systems = 0;
  while (!progress.solved() && !progress.out_of_time() &&
         sweeps + systems < limits.max_iterations) {
    r = progress.best();
    CoulombLimits rest = limits;
    rest.max_iterations = limits.max_iterations - sweeps - systems;
    rest.max_seconds = std::max(0.0, limits.max_seconds - progress.seconds());
    const CoulombReport report = ProximalNewton().solve(problem, rest, r);
    systems += report.iterations;
    progress.judge(r);
    if (progress.solved() || progress.out_of_time()) break;
    rest.max_iterations = std::max(0, limits.max_iterations - sweeps - systems);
    rest.max_seconds = std::min(0.2 * limits.max_seconds, limits.max_seconds - progress.seconds());
    sweeps += GaussSeidel(SweepOrder::random).solve(problem, rest, r).iterations;
    progress.judge(r);
  }
  CoulombReport report = progress.finish(sweeps + systems, r);
  report.reason = std::to_string(sweeps) + " sweeps, " + std::to_string(systems) + " systems" +
                  (report.reason.empty() ? "" : "; " + report.reason);
  return report;
}

}  // namespace eulersolid
