#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/problems/qp_data.h"

namespace eulersolid {

/// Where solvers start from, in the form that each of them takes. A warm start says the same to
/// all: a working set that differs from the solution's in a few constraints.
struct Start {
  std::string name;                ///< cold or warm
  std::vector<std::int8_t> state;  ///< for active-set methods: -1 active, 0 free
  std::vector<double> x;           ///< for methods that start from a point: zero where active
  std::vector<double> multiplier;  ///< for primal-dual methods: zero where free
};

/// What a solver answered, and what it took.
struct Answer {
  std::vector<double> x;
  bool converged = false;
  std::string outcome;  ///< in the solver's words
  int iterations = 0;
  double wall_seconds = 0;  ///< of the solve alone
  double cpu_seconds = 0;  ///< of the processor: the same on one thread, unless others compute, too
};

/// A solver with the QP loaded: matrices assembled, workspace allocated where it allows that.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual std::string name() const = 0;
  virtual std::string settings() const = 0;  ///< what differs from its defaults
  virtual Answer solve(const Start& start) = 0;
};

using Solvers = std::vector<std::unique_ptr<Solver>>;

/// Ours: the active-set method with Schur complements, and with a factorisation per iteration.
Solvers our_solvers(const QpData& qp);

/// Those of the one library that this program is linked with. `qp` must outlive them.
/// @param tolerance  of the KKT conditions, relative to the largest |c|
Solvers peer_solvers(const QpData& qp, double tolerance);
std::string peer_library();  ///< its name and version

/// Times a solve on both clocks.
class SolveClock {
 public:
  SolveClock();
  void stop(Answer& answer) const;

 private:
  double wall_, processor_;
};

}  // namespace eulersolid
