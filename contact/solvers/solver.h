#pragma once

#include <limits>

#include "contact/solvers/friction_cone.h"
#include "contact/solvers/problem_view.h"
#include "contact/solvers/qp/qp_engine.h"
#include "contact/solvers/solver_report.h"

ES_BEGIN

/// What a user may tell a solver; each takes what it can use.
struct SolverSettings {
  FrictionCone cone = FrictionCone::disc;
  double tolerance = 1e-3;      ///< of the solver's own stopping rule [-]
  int max_iterations = 20;      ///< of its outermost loop
  bool retries = true;          ///< where it does not converge, in its other ways
  int max_schur_columns = 500;  ///< columns of the Schur complement before a new factorisation
  double max_seconds = std::numeric_limits<double>::infinity();  ///< none in a simulation
  QpEngineMaker engine = {};  ///< solves the QPs where given; else they are solved here
};

/// Solves problems of frictional contact, one after the other. Workspaces are kept between them,
/// and nothing else: what a problem starts from is in the impulses that come with it.
class FrictionSolver {
 public:
  virtual ~FrictionSolver() = default;

  /// @param impulses  in: estimates, finite; out: the solution, or the last iterate
  virtual SolverReport solve(const ProblemView& problem, const ContactImpulses& impulses) = 0;
};

ES_END
