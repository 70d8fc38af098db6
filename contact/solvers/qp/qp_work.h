#pragma once

#include <cmath>

#include "contact/solvers/qp/box_qp.h"
#include "contact/solvers/qp/constants.h"
#include "contact/solvers/qp/hessian.h"

ES_BEGIN

// WorkingState as it is kept, one byte a variable.
inline constexpr std::int8_t at_lower = static_cast<std::int8_t>(WorkingState::at_lower);
inline constexpr std::int8_t at_upper = static_cast<std::int8_t>(WorkingState::at_upper);
inline constexpr std::int8_t is_free = static_cast<std::int8_t>(WorkingState::free);

/// What the solvers of one QP work on; x and multiplier are results.
struct QpWork {
  BoxQp qp;
  Span<std::int8_t> state;
  Span<double> x, multiplier;
  double scale = 1;  ///< largest |c|: what residuals are relative to
};

/// Largest |c|; where c = 0, the largest diag(H) |finite bound|; never zero.
double residual_scale(const Hessian& H, const BoxQp& qp);

/// Residuals below this are zero.
inline double unresolved(const QpWork& work) { return zero_residual * work.scale; }
/// Bounds whose distance makes a residual below this count as one.
inline double too_narrow(const QpWork& work) { return narrow_bounds * work.scale; }

/// Largest diag(H) |x|; infinite when x holds an invalid value.
double largest_product(Span<const double> diagonal, Span<const double> x);
/// The part of H x - c that rounding cannot resolve.
double rounding_of(const Hessian& H, Span<const double> x);
/// What the KKT residual may be, relative to the scale: `tolerance`, or more by rounding.
double allowed_residual(const Hessian& H, const QpWork& work, double tolerance);

/// Is x fixed, or as good as fixed? Then it is at a bound, chosen by the sign of its multiplier.
/// @param least  too_narrow() over H_ii
ES_HD inline bool is_fixed(double lower, double upper, double least) {
  return upper - lower <= least;
}

/// The state that the bounds allow: fixed variables, and free ones that are as good as fixed, are
/// at their lower bound, and none is at infinity.
/// @param least  as of is_fixed()
ES_HD inline std::int8_t allowed_state(std::int8_t state, double lower, double upper,
                                       double least) {
  if (lower == upper) return at_lower;
  if (state == at_lower && lower == -HUGE_VAL) state = is_free;
  if (state == at_upper && upper == HUGE_VAL) state = is_free;
  return state == is_free && is_fixed(lower, upper, least) ? at_lower : state;
}
/// x of the variables at a bound becomes that bound.
void set_bound_values(const QpWork& work);

/// Largest KKT residual, as x and the multiplier are.
double natural_residual(const Hessian& H, const QpWork& work);

/// Move x into its bounds, set lambda = H x - c, and return the largest KKT residual relative to
/// `scale`.
/// @param multiplier_fits  the multiplier is that of x already
double finish(const Hessian& H, const QpWork& work, bool multiplier_fits = false);

/// Take work.x as the solution, with the variables of work.state at their bounds, if its KKT
/// residual is at most `tolerance` or what rounding allows.
bool accept(const Hessian& H, const QpWork& work, double tolerance, QpReport& report);

ES_END
