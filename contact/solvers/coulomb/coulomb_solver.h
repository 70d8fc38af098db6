#pragma once

#include <limits>
#include <string>
#include <vector>

#include "contact/solvers/coulomb/friction_problem.h"

namespace eulersolid {

/// When a solver is to stop.
struct CoulombLimits {
  double tolerance = 1e-8;  ///< of CoulombErrors::coulomb [-]
  double max_seconds = 10;  ///< of work (WorkClock)
  int max_iterations = std::numeric_limits<int>::max();
};

/// The least error of Coulomb's law so far, after so many seconds.
struct ErrorAt {
  double seconds = 0, error = 0;
};

/// What a solver has to say for itself. What it claims is CoulombErrors::coulomb of the impulses
/// that it returns, by the one function for all.
struct CoulombReport {
  bool converged = false;
  std::string reason;  ///< why not; or what a solver that chooses has done
  int iterations = 0;  ///< sweeps, gradient steps, or systems solved
  double error = 0;
  double seconds = 0;
  std::vector<ErrorAt> history = {};  ///< whenever it fell; of methods that look at it on the way
};

/// A method for Coulomb's problem on the host. It keeps nothing between problems.
/// @param r  in: an estimate, zero where there is none; out: the best impulses found [N s]
using CoulombSolver = CoulombReport (*)(const FrictionProblem& problem, const CoulombLimits& limits,
                                        std::vector<Vec3>& r);

}  // namespace eulersolid
