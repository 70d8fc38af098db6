#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "contact/solvers/coulomb/coulomb_solver.h"
#include "contact/solvers/coulomb/methods/newton_matrix.h"
#include "contact/solvers/coulomb/methods/progress.h"

namespace eulersolid {

/// The proximal point method with Newton's inside: from r^k, the impulses
///
///     r = law(r^k - rho u(r)),    u(r) = W r + q,
///
/// of Coulomb's law as a map (alart_curnier.h) are a problem with W + 1 / rho for W, which has a
/// solution however deficient W is; r^k tends to one of the problem, the faster the larger rho
/// (Acary, Bremond and Huber, LNACM 79 (2018) 375-457, section 5.5: PPA-NSN). Here in the unknowns
/// of the bodies, M v = f + H law(r^k - rho (H^T v + w)), by semismooth Newton steps with a line
/// search on the residual; rho grows by itself while they converge, and shrinks where they do not.
/// Whenever they have come nearer, Newton's method without it (semismooth_newton.h) is tried from
/// there, for a share of the systems: it takes a tenth of them where it gets through.
class ProximalIteration {
 public:
  /// Both stay where they are while this lives.
  ProximalIteration(const FrictionProblem& problem, BodySystem& system);
  ~ProximalIteration();

  /// Begin anew from these impulses.
  void start(const std::vector<Vec3>& r);
  /// One proximal step, or one system of a search. @param progress  whose time limits it
  void advance(const Progress& progress);
  /// What the error of impulses() is; before the next step.
  void judged(double error);
  /// Has nothing come of many steps?
  bool stalled() const;
  const std::vector<Vec3>& impulses() const { return r_; }
  int systems() const { return systems_; }
  /// Has a search not been enough?
  bool proximal() const { return searched_ < systems_; }

 private:
  class Step;
  bool search();
  void end_search();

  std::unique_ptr<Step> step_;
  std::vector<Vec3> r_;
  double rho_ = 1, aim_ = INFINITY;
  int systems_ = 0, searched_ = 0, idle_ = 0;
  bool searching_ = false, to_search_ = true, searched_from_nothing_ = false;
  std::vector<Vec3> before_nothing_;
};

/// These until the problem is solved.
CoulombReport solve_by_proximal_newton(const FrictionProblem& problem, const CoulombLimits& limits,
                                       std::vector<Vec3>& r);

}  // namespace eulersolid
