#pragma once

#include <string>
#include <utility>

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
  /// Of a later problem with the same unknowns and more: its outcome, and the costs of both.
  void follow(const QpTotals& later) {
    const QpTotals earlier = std::exchange(*this, later);
    QpCosts::operator=(earlier);
    QpCosts::add(later);
    qps += earlier.qps, seconds += earlier.seconds;
  }
};

/// Working sets of variables at a bound: A0 as it was foreseen, A* as it is in the end.
struct ForeseenSet {
  double bound = 0;  ///< |A*|
  double both = 0;   ///< |A0 and A*|

  double ratio() const { return bound > 0 ? both / bound : 1; }
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
  ForeseenSet foreseen_normal, foreseen_friction;  ///< of sets predicted from the first impulses
  double warm_normal = 1, warm_friction = 1;       ///< their ratios

  void set_foreseen(ForeseenSet normal_set, ForeseenSet friction_set) {
    foreseen_normal = normal_set, foreseen_friction = friction_set;
    warm_normal = normal_set.ratio(), warm_friction = friction_set.ratio();
  }
  /// Take in as many contacts that were left out, as they bear nothing: that was foreseen.
  void add_unposed(int contacts) {
    ForeseenSet n = foreseen_normal, f = foreseen_friction;
    n.bound += contacts, n.both += contacts, f.bound += 2 * contacts, f.both += 2 * contacts;
    set_foreseen(n, f);
  }
  /// Of a later problem with the same unknowns and more: its outcome, and the costs of both.
  void follow(const SolverReport& later) {
    const SolverReport earlier = std::exchange(*this, later);
    iterations += earlier.iterations, retries += earlier.retries;
    seconds_setup += earlier.seconds_setup, seconds += earlier.seconds;
    normal = earlier.normal, normal.follow(later.normal);
    friction = earlier.friction, friction.follow(later.friction);
    all_qps = earlier.all_qps, all_qps.add(later.all_qps);
    bytes = std::max(bytes, earlier.bytes);
  }
};

}  // namespace eulersolid
