#pragma once

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// Gauss-Seidel as long as it gets on, and then the proximal Newton method from where it came to:
/// sweeps find which contacts act in a few milliseconds, and on problems of full rank the whole
/// solution; where bodies are stacked they would go on for minutes. What is left of the time, if
/// Newton stalls, goes to both in turns.
class Automatic final : public CoulombSolver {
 public:
  CoulombReport solve(const CoulombProblem& problem, const CoulombLimits& limits,
                      std::vector<Vec3>& r) override;
};

}  // namespace eulersolid
