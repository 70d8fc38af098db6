#pragma once

#include "contact/solvers/qp/box_qp.h"
#include "kernels/core/device_vector.h"

ES_BEGIN

/// Where an interior point method stands: x, its distances s_l = x - lower and s_u = upper - x, and
/// their multipliers z_l, z_u > 0. An infinite bound has an infinite distance and a zero
/// multiplier, and so have both bounds of a fixed variable.
struct InteriorIterate {
  Span<double> x, lower_gap, upper_gap, lower_dual, upper_dual;
};

/// What a step is to make of the products s z, to first order: for a direction dx,
///
///     dz_l = (target_l - z_l dx) / s_l - z_l,      dz_u = (target_u + z_u dx) / s_u - z_u.
struct ProductTargets {
  Span<double> lower, upper;
};

/// A QP as the method sees it.
struct LooseQp {
  BoxQp qp;
  Span<const double> diagonal;     ///< of H
  Span<const std::uint8_t> loose;  ///< is the variable not fixed?
};

/// x = 0 moved into the bounds.
void clip_origin(const BoxQp& qp, Span<double> x);

/// Largest |g_i| / sqrt(H_ii), over the variables that are not fixed; its unit is the root of that
/// of the objective, whatever the scaling of the variables. 1 where all are zero.
double energy_scale(const LooseQp& qp, Span<const double> gradient);

/// Largest violation of the bounds and of the signs of lambda = H x - c, in the unit of
/// energy_scale(); of lambda only where a variable has one bound.
struct Violations {
  double primal = 0, dual = 0;
};
Violations violations(const LooseQp& qp, Span<const double> x, Span<const double> lambda);

/// Start inside the bounds, from a guess of x (in at.x) and its lambda = H x - c. Variables with
/// one bound keep the guess, moved away from the bound by a tenth of the largest violation and of
/// `scale` at least; so do their multipliers. Between two bounds the guess is dropped for 0, moved
/// away from both by what balances `scale`, to the middle at most, and centred: beside a bound,
/// only short steps would be possible.
void start_inside(const LooseQp& qp, Span<const double> lambda, double scale,
                  const Violations& guess, InteriorIterate at);

/// residual = (H x - c) - z_l + z_u, given H x - c; returns the largest error of the optimality
/// conditions, the residual or min(H_ii s, z).
double optimality_error(InteriorIterate at, const LooseQp& qp, Span<double> residual);

/// Mean of the products s z after a step of length `length`; zero when there are none.
double mean_product(InteriorIterate at, ProductTargets targets, Span<const double> direction,
                    double length);

/// Longest step <= 1 that keeps every gap and multiplier positive.
double longest_step(InteriorIterate at, ProductTargets targets, Span<const double> direction);

/// Right-hand side of the Newton system for dx, the multipliers' steps eliminated.
void write_right_hand_side(InteriorIterate at, ProductTargets targets, Span<const double> residual,
                           Span<double> right);

/// z_l / s_l + z_u / s_u of the variables `loose`.
void write_barrier(InteriorIterate at, Span<const int> loose, Span<double> barrier);

/// Mehrotra's corrector: targets = centre - ds dz of the predictor `affine`, whose targets are
/// `targets` on entry.
void add_second_order(InteriorIterate at, Span<const double> affine, double centre,
                      ProductTargets targets);

/// Gondzio's corrector: move the products that a step of length `length` would take out of
/// [0.1, 10] centre back to its ends, the large ones by 10 centre at most.
void pull_to_centre(InteriorIterate at, ProductTargets targets, Span<const double> direction,
                    double length, double centre, ProductTargets corrected);

/// Take the step, and predict the working set from it: a bound is active where its gap shrinks by a
/// larger factor than its multiplier (the indicators of El-Bakry, Tapia and Zhang, SIAM Rev. 36
/// (1994) 45-72; independent of all scaling). Returns how many predictions changed.
Index move(InteriorIterate at, ProductTargets targets, Span<const double> direction, double length,
           Span<std::int8_t> predicted);

ES_END
