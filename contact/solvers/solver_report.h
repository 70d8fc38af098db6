#pragma once

#include <string>

namespace eulersolid {

/// What the QPs of one kind did while a problem was solved.
struct QpTotals {
  int iterations = 0;  ///< of the active-set method, the largest over the QPs
  int solves = 0;      ///< sum over the QPs, as are the next four
  int factorizations = 0;
  int chosen = 0;  ///< factorisations preferred to Schur columns by their operations
  int resets = 0;
  int fallbacks = 0;
  int dim_free = 0;   ///< order of the matrix last factored
  int bandwidth = 0;  ///< of the Hessian
  double kkt = 0;     ///< largest relative KKT residual over the QPs
  double bytes = 0;   ///< of the factor, the Schur columns and their products, at most
  double seconds = 0;
  double seconds_factor = 0, seconds_solve = 0;
  bool converged = true;  ///< all of them
  std::string reason;     ///< the first one given
};

/// What a solver of frictional contact has to say for itself.
struct SolverReport {
  bool converged = true;
  bool failed = false;        ///< there is no use in the impulses; short of converging there may be
  std::string reason;         ///< why not
  int iterations = 0;         ///< of its outermost loop
  double error = 0;           ///< what its stopping rule compared with the tolerance at the end
  int active = 0;             ///< contacts with r_N > 0
  double seconds_setup = 0;   ///< making the matrices that it works with from the problem's
  double seconds = 0;         ///< all of it
  QpTotals normal, friction;  ///< of a solver that solves QPs
  /// |A0 and A*| / |A*| of the sets predicted from the first impulses, 1 where A* is empty.
  double warm_normal = 1, warm_friction = 1;
};

}  // namespace eulersolid
