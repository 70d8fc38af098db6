#pragma once

#include "contact/solvers/projection_hessians.h"
#include "contact/solvers/solver_report.h"
#include "kernels/core/clock.h"

ES_BEGIN

/// What friction answers to: normal impulses, and what they do.
struct FrictionLoad {
  Span<const double> alpha;  ///< by position [N s]
  Span<const Vec3> du;       ///< change of u by them, by contact [m/s]
  Deadline deadline = {};    ///< after which the impulses are left as they are
};

/// One half of staggered projections: the friction impulses that minimise the kinetic energy for
/// given normal impulses, in Coulomb's discs or in the thesis' diamonds. Any number of loads follow
/// each other in a problem.
class FrictionStep {
 public:
  virtual ~FrictionStep() = default;

  /// @param hessians  built for the problem; alive and its normal part unchanged until the next one
  /// @param impulse   estimates, by contact [N s]
  virtual void start(const ProblemView& problem, ProjectionHessians& hessians,
                     Span<const Vec3> impulse, QpTotals& totals) = 0;
  /// @param impulse  in: those of the load before, or the estimates; out: the friction impulses
  virtual void solve(const ProblemView& problem, const FrictionLoad& load, Span<Vec3> impulse,
                     QpTotals& totals) = 0;
  /// SolverReport::foreseen_friction
  virtual ForeseenSet foreseen() = 0;
};

ES_END
