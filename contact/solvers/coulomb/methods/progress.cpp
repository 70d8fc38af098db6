#include "contact/solvers/coulomb/methods/progress.h"

#include <cmath>

#include "contact/solvers/coulomb/coulomb_errors.h"

namespace eulersolid {

double Progress::judge(std::span<const Vec3> r) {
  const double error = coulomb_errors(problem_, r).coulomb;
  if (improves(error)) keep(error, {r.begin(), r.end()});
  return error;
}

void Progress::add_history(const CoulombReport& of_part, double since) {
  for (const ErrorAt& look : of_part.history)
    if (history_.empty() || look.error < history_.back().error)
      history_.push_back({since + look.seconds, look.error});
}

CoulombReport Progress::finish(int iterations, std::vector<Vec3>& r,
                               const std::string& stalled) const {
  r = best_;
  CoulombReport report{solved(), "", iterations, best_error_, seconds(), history_};
  if (!report.converged)
    report.reason = out_of_time()                          ? "out of time"
                    : iterations >= limits_.max_iterations ? "out of iterations"
                                                           : stalled;
  return report;
}

CoulombReport Progress::finish_other(int iterations, std::vector<Vec3> of_other, bool found,
                                     const std::string& name, std::vector<Vec3>& r) const {
  double error = coulomb_errors(problem_, of_other).coulomb;
  if (std::isfinite(error))
    r = std::move(of_other);
  else
    error = coulomb_errors(problem_, r).coulomb, found = false;
  CoulombReport report{error <= limits_.tolerance, "", iterations, error, seconds(),
                       {{seconds(), error}}};
  report.reason = found                                  ? name + " is solved"
                  : out_of_time()                        ? "out of time"
                  : iterations >= limits_.max_iterations ? "out of iterations"
                                                         : name + " is not solved";
  return report;
}

}  // namespace eulersolid
