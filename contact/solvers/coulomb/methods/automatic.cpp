#include "contact/solvers/coulomb/methods/automatic.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/methods/gauss_seidel.h"
#include "contact/solvers/coulomb/methods/progress.h"
#include "contact/solvers/coulomb/methods/proximal_newton.h"

namespace eulersolid {

namespace {

/// Sweeps while what is left of them, at the rate of the last half, takes less time than Newton's
/// method may.
int sweep_while_useful(const LocalProblem& problem, double seconds_of_newton, Progress& progress,
                       std::vector<Vec3>& r) {
  GaussSeidelSweeps sweeps(problem, SweepOrder::natural);
  int done = 0;
  double error = progress.best_error();
  for (int count = 4; !progress.solved() && !progress.out_of_time();
       count = std::max(4, done / 2)) {
    const double begin = progress.seconds();
    count = std::min(count, most_sweeps_unjudged);
    for (int k = 0; k < count; ++k) sweeps.sweep(r);
    done += count;
    const double now = progress.judge(r), seconds = (progress.seconds() - begin) / count;
    const double rate = std::log(error / now) / count;  // of the logarithm of the error, a sweep
    const double left = std::log(now / progress.tolerance()) / rate;
    error = now;
    const bool useful = rate > 0 && left * seconds < seconds_of_newton;
    if (!useful && progress.seconds() > part_of_newton * seconds_of_newton) break;
  }
  return done;
}

}  // namespace

CoulombReport Automatic::solve(const CoulombProblem& problem, const CoulombLimits& limits,
                               std::vector<Vec3>& r) {
  Progress progress(problem.local, limits);
  progress.judge(r);
  const double newton = expected_newton_seconds * problem.local.contacts();
  int sweeps = sweep_while_useful(problem.local, newton, progress, r), systems = 0;
  while (!progress.solved() && !progress.out_of_time()) {
    r = progress.best();
    CoulombLimits rest = limits;
    rest.max_seconds = std::max(0.0, limits.max_seconds - progress.seconds());
    const CoulombReport report = ProximalNewton().solve(problem, rest, r);
    systems += report.iterations;
    progress.judge(r);
    if (progress.solved() || progress.out_of_time()) break;
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
