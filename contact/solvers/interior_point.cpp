#include "contact/solvers/interior_point.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/stopwatch.h"
#include "kernels/algorithms.h"
#include "kernels/parallel_for.h"
#include "kernels/reduce.h"

ES_BEGIN

namespace {

constexpr int most_iterations = 100;
constexpr double tolerance =
    1e-10;  // of the residual and of min(H_ii s, z), relative to largest |c|
constexpr double to_the_boundary = 0.995;  // of the step to the nearest bound

using Iterate = InteriorPoint::Iterate;

/// A direction of x implies those of the multipliers. `centre` is sigma mu, and `correction` the
/// second-order term dx dz of the predictor: zero in the predictor itself.
struct Multipliers {
  double lower, upper;
};
ES_HD double dual_step(double gap, double dual, double gap_step, double centre, double correction) {
  return dual == 0 ? 0.0 : (centre - correction - dual * gap_step) / gap - dual;
}
ES_HD Multipliers dual_steps(const Iterate& at, Index i, double dx, double centre,
                             Multipliers correction) {
  return {dual_step(at.lower_gap[i], at.lower_dual[i], dx, centre, correction.lower),
          dual_step(at.upper_gap[i], at.upper_dual[i], -dx, centre, correction.upper)};
}
/// The correction after the predictor step `dx`.
ES_HD Multipliers second_order(const Iterate& at, Index i, double dx) {
  const Multipliers dz = dual_steps(at, i, dx, 0, {0, 0});
  return {dx * dz.lower, -dx * dz.upper};
}

void mark_loose(const BoxQp& qp, Span<std::uint8_t> flags) {
  const Span<const double> lower = qp.lower, upper = qp.upper;
  parallel_for_light(flags.size,
                     [=] ES_DEVICE(Index i) { flags[i] = std::uint8_t(lower[i] < upper[i]); });
}

/// Away from the bounds by what would balance the largest |c|, or midway between close ones, and
/// centred: every product s z is scale^2 / H_ii.
void initialise(const BoxQp& qp, Span<const double> diagonal, double scale, Iterate at) {
  const Span<const double> lower = qp.lower, upper = qp.upper;
  parallel_for_light(at.x.size, [=] ES_DEVICE(Index i) {
    const double l = lower[i], u = upper[i], reach = scale / diagonal[i];
    const double width = 0.5 * (u - l), step = width < reach ? width : reach;
    const bool has_lower = l > -HUGE_VAL, has_upper = u < HUGE_VAL, fixed = l == u;
    at.x[i] = fixed ? l : has_lower ? l + step : has_upper ? u - step : 0.0;
    at.lower_gap[i] = has_lower && !fixed ? step : HUGE_VAL;
    at.upper_gap[i] = !has_upper || fixed ? HUGE_VAL : has_lower ? 2 * width - step : step;
    at.lower_dual[i] = has_lower && !fixed ? scale * reach / at.lower_gap[i] : 0.0;
    at.upper_dual[i] = has_upper && !fixed ? scale * reach / at.upper_gap[i] : 0.0;
  });
}

/// residual = (H x - c) - z_l + z_u, given H x - c; returns the largest error of the optimality
/// conditions.
double optimality_error(Iterate at, Span<const double> diagonal, Span<const double> lower,
                        Span<const double> upper, Span<double> residual) {
  return largest(
      at.x.size,
      [=] ES_DEVICE(Index i) {
        if (lower[i] == upper[i]) {
          residual[i] = 0;
          return 0.0;
        }
        residual[i] += at.upper_dual[i] - at.lower_dual[i];
        const double low = std::fmin(diagonal[i] * at.lower_gap[i], at.lower_dual[i]);
        const double high = std::fmin(diagonal[i] * at.upper_gap[i], at.upper_dual[i]);
        return std::fmax(std::fabs(residual[i]), std::fmax(low, high));
      },
      0.0);
}

/// Sum of the products s z after a step of length `length`, and the number of them.
struct Complementarity {
  double total = 0;
  Index terms = 0;
  double mean() const { return terms > 0 ? total / double(terms) : 0; }
};
ES_HD Complementarity operator+(Complementarity a, Complementarity b) {
  return {a.total + b.total, a.terms + b.terms};
}
Complementarity complementarity(Iterate at, Span<const double> predictor, double length) {
  return sum<Complementarity>(at.x.size, [=] ES_DEVICE(Index i) {
    const double dx = predictor[i];
    const Multipliers dz = dual_steps(at, i, dx, 0, {0, 0});
    Complementarity result;
    if (at.lower_dual[i] > 0) {
      result.total += (at.lower_gap[i] + length * dx) * (at.lower_dual[i] + length * dz.lower);
      ++result.terms;
    }
    if (at.upper_dual[i] > 0) {
      result.total += (at.upper_gap[i] - length * dx) * (at.upper_dual[i] + length * dz.upper);
      ++result.terms;
    }
    return result;
  });
}

/// Right-hand side of the Newton system for dx, the multipliers' steps eliminated.
void write_right_hand_side(Iterate at, Span<const double> residual, Span<const double> predictor,
                           double centre, Span<double> right) {
  parallel_for_light(right.size, [=] ES_DEVICE(Index i) {
    const Multipliers correction = second_order(at, i, predictor[i]);
    const Multipliers dz = dual_steps(at, i, 0, centre, correction);
    right[i] = -residual[i] + dz.lower - dz.upper;
  });
}

/// Barrier terms of the diagonal, for the variables that are not fixed.
void write_barrier(Iterate at, Span<const int> loose, Span<double> barrier) {
  parallel_for_light(loose.size, [=] ES_DEVICE(Index k) {
    const int i = loose[k];
    barrier[k] = at.lower_dual[i] / at.lower_gap[i] + at.upper_dual[i] / at.upper_gap[i];
  });
}

void gather(Span<const int> loose, Span<const double> all, Span<double> packed) {
  parallel_for_light(loose.size, [=] ES_DEVICE(Index k) { packed[k] = all[loose[k]]; });
}
void scatter(Span<const int> loose, Span<const double> packed, Span<double> all) {
  parallel_for_light(loose.size, [=] ES_DEVICE(Index k) { all[loose[k]] = packed[k]; });
}

/// Longest step <= 1 that keeps every gap and multiplier positive, for a direction with its
/// centring.
double longest_step(Iterate at, Span<const double> predictor, Span<const double> direction,
                    double centre) {
  const double inverse = largest(
      at.x.size,
      [=] ES_DEVICE(Index i) {
        const double dx = direction[i];
        const Multipliers correction = second_order(at, i, predictor[i]);
        const Multipliers dz = dual_steps(at, i, dx, centre, correction);
        double most = 1;
        if (at.lower_dual[i] > 0) {
          most = std::fmax(most, std::fmax(-dx / at.lower_gap[i], -dz.lower / at.lower_dual[i]));
        }
        if (at.upper_dual[i] > 0) {
          most = std::fmax(most, std::fmax(dx / at.upper_gap[i], -dz.upper / at.upper_dual[i]));
        }
        return most;
      },
      1.0);
  return 1 / inverse;
}

void move(Iterate at, Span<const double> predictor, Span<const double> direction, double centre,
          double length) {
  parallel_for_light(at.x.size, [=] ES_DEVICE(Index i) {
    const double dx = direction[i];
    const Multipliers correction = second_order(at, i, predictor[i]);
    const Multipliers dz = dual_steps(at, i, dx, centre, correction);
    at.x[i] += length * dx;
    at.lower_gap[i] += length * dx;
    at.upper_gap[i] -= length * dx;
    at.lower_dual[i] += length * dz.lower;
    at.upper_dual[i] += length * dz.upper;
  });
}

void point_to_set(Iterate at, Span<const double> diagonal, Span<std::int8_t> state) {
  parallel_for_light(state.size, [=] ES_DEVICE(Index i) {
    const double low = diagonal[i] * at.lower_gap[i] - at.lower_dual[i];
    const double high = diagonal[i] * at.upper_gap[i] - at.upper_dual[i];
    state[i] = static_cast<std::int8_t>(low < 0 && low <= high ? WorkingState::at_lower
                                        : high < 0             ? WorkingState::at_upper
                                                               : WorkingState::free);
  });
}

}  // namespace

InteriorPoint::Iterate InteriorPoint::iterate(Span<double> x) {
  return {x, lower_gap_.span(), upper_gap_.span(), lower_dual_.span(), upper_dual_.span()};
}

void InteriorPoint::start(const BoxQp& qp) {
  const Index n = qp.c.size;
  flags_.resize(n);
  mark_loose(qp, flags_.span());
  list_flagged(flags_.span(), loose_);
  for (DeviceVector<double>* vector :
       {&lower_gap_, &upper_gap_, &lower_dual_, &upper_dual_, &residual_, &right_}) {
    vector->resize(n);
  }
  packed_.resize(loose_.size());
}

/// Factor H + diag(z_l / s_l + z_u / s_u) for the variables that are not fixed.
bool InteriorPoint::factor(const Hessian& H, Span<double> x, QpReport& report) {
  const Stopwatch watch(report.seconds_factor);
  ++report.factorizations;
  H.give(loose_.span(), cholesky_);
  write_barrier(iterate(x), loose_.span(), packed_.span());
  cholesky_.add_to_diagonal(packed_.span());
  return cholesky_.factor() < 0;
}

/// direction = (H + barrier)^{-1} right_ where not fixed, zero elsewhere.
void InteriorPoint::solve_step(DeviceVector<double>& direction) {
  direction.resize_zero(right_.size());
  gather(loose_.span(), right_.span(), packed_.span());
  cholesky_.solve(packed_.span(), 1);
  scatter(loose_.span(), packed_.span(), direction.span());
}

/// Predictor, centring, corrector and step, with the matrix factored and the residual known.
void InteriorPoint::advance(Span<double> x, QpReport& report) {
  report.solves += 2;
  const Iterate at = iterate(x);
  zero_.resize_zero(x.size);
  write_right_hand_side(at, residual_.span(), zero_.span(), 0, right_.span());
  solve_step(affine_);
  const double reach = longest_step(at, zero_.span(), affine_.span(), 0);
  const double now = complementarity(at, affine_.span(), 0).mean();
  const double then = complementarity(at, affine_.span(), reach).mean();
  const double centre =
      now > 0 ? now * std::pow(then / now, 3) : 0;  // sigma mu, sigma = (then / now)^3
  write_right_hand_side(at, residual_.span(), affine_.span(), centre, right_.span());
  solve_step(step_);
  const double length = longest_step(at, affine_.span(), step_.span(), centre);
  move(at, affine_.span(), step_.span(), centre, length < 1 ? to_the_boundary * length : 1.0);
}

bool InteriorPoint::run(const Hessian& H, const QpWork& work, QpReport& report) {
  start(work.qp);
  initialise(work.qp, H.diagonal(), work.scale, iterate(work.x));
  bool factored = true;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    H.residual(work.x, work.qp.c, residual_.span());
    const double error = optimality_error(iterate(work.x), H.diagonal(), work.qp.lower,
                                          work.qp.upper, residual_.span());
    if (!(error > tolerance * work.scale)) break;
    factored = factor(H, work.x, report);
    if (!factored) break;
    advance(work.x, report);
    ++report.interior_iterations;
  }
  point_to_set(iterate(work.x), H.diagonal(), work.state);
  return factored;
}

ES_END
