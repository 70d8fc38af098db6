#pragma once

#include <string>

#include "contact/solvers/qp/qp_report.h"

namespace eulersolid {

/// What the QPs of one kind did while a problem was solved.
struct QpTotals : QpCosts {
  int qps = 0;            ///< how many
  int bandwidth = 0;      ///< of the Hessian
  double seconds = 0;     ///< with its vectors, and the way to another backend
  bool converged = true;  ///< all of them
  std::string reason;     ///< of the first that was not solved, else the first one given

  void add(const QpReport& qp) {
    QpCosts::add(qp);
    ++qps;
    const bool solved = converged;
    converged = converged && qp.converged;
    // Of the first that was not solved, else of the first that had something to say.
    if (reason.empty() || (solved && !converged)) reason = qp.reason;
  }
};

/// What a solver of frictional contact has to say for itself.
struct SolverReport {
  bool converged = true;
  bool failed = false;  ///< there is no use in the impulses; short of converging there may be
  std::string reason;   ///< why not
  int iterations = 0;   ///< of its outermost loop
  int retries = 0;      ///< attempts after the first
  double error = 0;     ///< what its stopping rule compared with the tolerance at the end
  /// Of the natural map of the cone at the impulses returned, relative (cone_residual.h) [-].
  double residual = 0;
  int active = 0;             ///< contacts with r_N > 0
  double seconds_setup = 0;   ///< making the matrices that it works with from the problem's
  double seconds = 0;         ///< all of it
  QpTotals normal, friction;  ///< of a solver that solves QPs
  QpCosts all_qps;            ///< of both together
  double bytes = 0;  ///< of what it keeps to solve with: factors and Schur columns, at most
  /// |A0 and A*| / |A*| of the sets predicted from the first impulses, 1 where A* is empty.
  double warm_normal = 1, warm_friction = 1;
};

}  // namespace eulersolid
