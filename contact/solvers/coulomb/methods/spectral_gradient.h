#pragma once

#include <deque>

#include "contact/solvers/coulomb/coulomb_solver.h"
#include "contact/solvers/coulomb/methods/relaxed_problem.h"

namespace eulersolid {

/// One run of P-SPG-FB (Tasora 2013) on the relaxed problem: gradient projection with alternating
/// Barzilai-Borwein steps, the preconditioner P = h_c I, and the line search of Grippo, Lampariello
/// and Lucidi (SIAM J. Numer. Anal. 23 (1986) 707-716). The largest of the last values of f is
/// taken over these values alone, so that the search can refuse a step.
class SpectralGradientSteps {
 public:
  SpectralGradientSteps(const RelaxedProblem& problem, std::vector<Vec3> r);

  void step();
  /// Begin anew from where it is, after the problem has changed.
  void restart();
  const std::vector<Vec3>& impulses() const { return r_; }
  double error() const { return problem_.error(r_, g_); }
  int backtracks() const { return backtracks_; }  ///< of all steps

 private:
  const RelaxedProblem& problem_;
  std::vector<Vec3> r_, g_, d_, next_r_, next_g_;
  double length_ = 1;          ///< alpha
  std::deque<double> values_;  ///< of f, less where it began
  bool odd_ = false;
  int backtracks_ = 0;
};

/// P-SPG-FB, with De Saxce's term refreshed outside.
class SpectralGradient final : public CoulombSolver {
 public:
  CoulombReport solve(const CoulombProblem& problem, const CoulombLimits& limits,
                      std::vector<Vec3>& r) override;
};

}  // namespace eulersolid
