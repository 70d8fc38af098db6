#pragma once

#include <cstdint>

#include "contact/solvers/qp/qp_report.h"
#include "kernels/core/backend.h"
#include "kernels/core/clock.h"
#include "kernels/core/span.h"

ES_BEGIN

/// A strictly convex quadratic program with bounds,
///
///     minimise 1/2 x^T H x - c^T x    subject to    lower <= x <= upper,
///
/// with the multiplier lambda = H x - c: zero where x is strictly between its bounds, >= 0 where it
/// is at its lower bound, <= 0 where it is at its upper one. The normal QP (C) of the thesis is
/// lower = 0, upper = +infinity; its friction QP (F2) is |y| <= mu alpha in y = (b1 + b2, b1 - b2).
/// Bounds may be infinite; where lower = upper the variable is fixed, whatever the sign of its
/// multiplier.
/// @pre lower <= upper, lower < infinity, upper > -infinity
struct BoxQp {
  Span<const double> c, lower, upper;
  Deadline deadline = {};
};

/// Nearest value within the bounds; not-a-number becomes the lower one.
ES_HD inline double clip(double x, double lower, double upper) {
  return !(x > lower) ? lower : x > upper ? upper : x;
}

/// Moves x into the bounds; returns how many elements were outside.
Index clip(const BoxQp& qp, Span<double> x);

/// Where a variable stands in a working set.
enum class WorkingState : std::int8_t { at_lower = -1, free = 0, at_upper = 1 };

ES_END
