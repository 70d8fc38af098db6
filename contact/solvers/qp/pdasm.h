#pragma once

#include <cstdint>
#include <vector>

#include "contact/solvers/qp/schur_complement.h"

ES_BEGIN

/// Of the KKT residual, relative to the largest |c|. More is accepted only where rounding, 1e-13 of
/// the largest diag(H) |x|, does not allow it.
constexpr double kkt_tolerance = 1e-9;

/// How an active-set iteration ended.
enum class PdasmEnd {
  converged,   ///< the working set repeats itself and the KKT conditions hold
  cycling,     ///< a working set came back
  stalled,     ///< the working sets stopped approaching each other, or too many iterations
  singular,    ///< the matrix of the free variables is not positive definite
  inaccurate,  ///< the working set repeats itself, but the KKT residual is too large
};
const char* describe(PdasmEnd end);

/// What the solvers of one QP work on; x and multiplier are results.
struct QpWork {
  BoxQp qp;
  Span<std::int8_t> state;
  Span<double> x, multiplier;
  double scale = 1;  ///< largest |c|: what residuals are relative to
};

/// When to give up: the changes from one working set to the next are to fall.
struct PdasmLimits {
  int iterations = 50;
  int patience = 3;       ///< iterations in a row that may pass without progress
  double progress = 0.7;  ///< the changes fall to this share of the fewest at the last progress
  double first = 2;       ///< share of the variables that counts as the changes before the first
};

/// Largest diag(H) |x|; infinite when x holds an invalid value.
double largest_product(Span<const double> diagonal, Span<const double> x);

/// The part of H x - c that rounding cannot resolve.
double rounding_of(const Hessian& H, Span<const double> x);

/// Residuals below this are zero: 1e-12 of the largest |c|.
inline double unresolved(const QpWork& work) { return 1e-12 * work.scale; }

/// Bounds whose distance makes a residual below this count as one: 1e-10 of the largest |c|.
inline double too_narrow(const QpWork& work) { return 0.1 * kkt_tolerance * work.scale; }

/// Is x fixed, or as good as fixed? Then it is at a bound, chosen by the sign of its multiplier.
/// @param least  too_narrow() over H_ii
ES_HD inline bool is_fixed(double lower, double upper, double least) {
  return upper - lower <= least;
}

/// Put every variable in a state that its bounds allow: fixed ones at their lower bound, none at
/// infinity.
void allow_by_bounds(const BoxQp& qp, Span<std::int8_t> state);

/// Largest |c|; where c = 0, the largest diag(H) |finite bound|; never zero.
double residual_scale(const Hessian& H, const BoxQp& qp);

/// Move x into its bounds, set lambda = H x - c, and return the largest KKT residual relative to
/// `scale`: that of the natural map, H_ii |x_i - clip(x_i - lambda_i / H_ii)|, zero for fixed
/// variables.
/// @param multiplier_fits  the multiplier is that of x already
double finish(const Hessian& H, const QpWork& work, bool multiplier_fits = false);

/// Take work.x as the solution, with the variables of work.state at their bounds, if its KKT
/// residual is at most `tolerance` or what rounding allows.
bool accept(const Hessian& H, const QpWork& work, double tolerance, QpReport& report);

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
