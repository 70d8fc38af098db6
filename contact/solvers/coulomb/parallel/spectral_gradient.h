#pragma once

#include <deque>

#include "contact/solvers/coulomb/parallel/relaxed_problem.h"

ES_BEGIN

/// One run of P-SPG-FB (Tasora 2013) on the relaxed problem: gradient projection with alternating
/// Barzilai-Borwein steps, the preconditioner P = h_c I, and the line search of Grippo, Lampariello
/// and Lucidi (SIAM J. Numer. Anal. 23 (1986) 707-716). The largest of the last values of f is
/// taken over these values alone, so that the search can refuse a step.
class SpectralGradientSteps {
 public:
  /// @param r  impulses to start from
  SpectralGradientSteps(const RelaxedProblem& problem, const std::vector<Vec3>& r);

  void step();
  /// Begin anew from where it is, after the problem has changed.
  void restart();
  Span<const Vec3> impulses() const { return r_.span(); }
  double error() const { return problem_.error(r_.span(), g_.span()); }
  int backtracks() const { return backtracks_; }  ///< of all steps

 private:
  const RelaxedProblem& problem_;
  DeviceVector<Vec3> r_, g_, d_, next_r_, next_g_;
  double length_ = 1;          ///< alpha
  std::deque<double> values_;  ///< of f, less where it began
  bool odd_ = false;
  int backtracks_ = 0;
};

/// Such runs one after the other, De Saxce's term refreshed between them.
class SpectralGradientIteration {
 public:
  /// @param problem  stays where it is while this lives. @param r  impulses to start from
  SpectralGradientIteration(HeldProblem& problem, const std::vector<Vec3>& r);

  void advance(int steps);
  /// Is the relaxed problem with the old term solved as far as is of use?
  bool is_due() const;
  /// Take the term from impulses(). @param error  Coulomb's, of these
  /// @pre  the problem has their velocities
  void refresh(double error);
  Span<const Vec3> impulses() const { return steps_.impulses(); }

 private:
  RelaxedProblem relaxed_;
  double error_;  ///< where the run began
  SpectralGradientSteps steps_;
  int since_refresh_ = 0;
};

ES_END
