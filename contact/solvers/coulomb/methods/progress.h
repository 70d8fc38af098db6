#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "contact/solvers/coulomb/coulomb_solver.h"
#include "kernels/core/clock.h"

namespace eulersolid {

/// What every method keeps beside its iterate: the clock, and the best impulses so far, judged by
/// the one residual. The fall-back vector of P-SPG-FB (Tasora 2013), for all.
class Progress {
 public:
  Progress(const FrictionProblem& problem, const CoulombLimits& limits)
      : problem_(problem), limits_(limits) {}

  /// Judge an iterate, and keep it where it is the best. Returns its error.
  double judge(std::span<const Vec3> r);
  /// The same where its error is known: would it be the best? Then it is to be kept.
  bool improves(double error) const { return best_.empty() || error < best_error_; }
  void keep(double error, std::vector<Vec3> r) {
    best_error_ = error, best_ = std::move(r);
    history_.push_back({seconds(), error});
  }
  /// What a method within this one has found on its way.
  void add_history(const CoulombReport& of_part, double since);
  bool solved() const { return best_error_ <= limits_.tolerance; }
  double best_error() const { return best_error_; }
  const std::vector<Vec3>& best() const { return best_; }
  double seconds() const { return seconds_since(start_); }
  bool out_of_time() const { return worked_.seconds() > limits_.max_seconds; }
  double seconds_left() const { return std::max(0.0, limits_.max_seconds - worked_.seconds()); }
  const CoulombLimits& limits() const { return limits_; }
  /// What is left of the limits.
  double tolerance() const { return limits_.tolerance; }

  /// Leave the solution of another problem in r, which is none of Coulomb's but by chance, and tell
  /// how far it is from that.
  /// @param found  is the other one solved? @param name  what the other one is called
  CoulombReport finish_other(int iterations, std::vector<Vec3> of_other, bool found,
                             const std::string& name, std::vector<Vec3>& r) const;

  /// Leave the best impulses in r and tell how it went.
  CoulombReport finish(int iterations, std::vector<Vec3>& r, const std::string& stalled = "") const;

 private:
  const FrictionProblem& problem_;
  CoulombLimits limits_;
  Clock::time_point start_ = Clock::now();
  WorkClock worked_;
  double best_error_ = std::numeric_limits<double>::infinity();
  std::vector<Vec3> best_;
  std::vector<ErrorAt> history_;
};

}  // namespace eulersolid
