#pragma once

#include <cstdint>
#include <vector>

#include "contact/solvers/qp/qp_work.h"
#include "contact/solvers/qp/schur_complement.h"

ES_BEGIN

/// How an active-set iteration ended.
enum class PdasmEnd {
  converged,   ///< the working set repeats itself and the KKT conditions hold
  cycling,     ///< a working set came back
  stalled,     ///< the working sets stopped approaching each other, or too many iterations
  singular,    ///< the matrix of the free variables is not positive definite
  inaccurate,  ///< the working set repeats itself, but the KKT residual is too large
  out_of_time,
};
const char* describe(PdasmEnd end);

/// When to give up: the changes from one working set to the next are to fall.
struct PdasmLimits {
  int iterations = pdasm_iterations;
  int patience = pdasm_patience;       ///< iterations in a row that may pass without progress
  double progress = pdasm_progress;    ///< the changes fall to this share of the fewest so far
  double first = pdasm_first_changes;  ///< share of the variables that counts as those before
};

/// The primal-dual active-set method (Algorithm 2.2 of the thesis) for bounds on both sides. The
/// next working set is (Eq. 2.12)
///
///     at_lower where x - lower < lambda,   at_upper where upper - x < -lambda,   free elsewhere,
///
/// and when it equals the present one, the KKT conditions hold to rounding. A bound variable is
/// only freed, and a free one only bound, when the sign is wrong by more than rounding; without
/// this, degenerate variables (x and lambda both zero) would alternate for ever.
class Pdasm {
 public:
  explicit Pdasm(SchurComplement& systems) : systems_(systems) {}

  /// Iterate from work.state. Progress is a fall of the changes; a method that wanders is given up
  /// early, as a few iterations of the interior point method find the set.
  PdasmEnd run(const Hessian& H, const QpWork& work, QpReport& report,
               const PdasmLimits& limits = {});

 private:
  void solve_for_set(const Hessian& H, const QpWork& work, QpReport& report);
  bool seen_before(std::uint64_t hash);

  SchurComplement& systems_;
  std::vector<std::uint64_t> seen_;
  DeviceVector<double> residual_, correction_;
};

ES_END
