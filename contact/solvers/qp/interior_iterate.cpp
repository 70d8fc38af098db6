#include "contact/solvers/qp/interior_iterate.h"

#include <cmath>

#include "contact/solvers/qp/constants.h"
#include "contact/solvers/qp/qp_work.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

/// The steps of both multipliers that a step dx of x implies.
struct Multipliers {
  double lower, upper;
};
ES_HD double dual_step(double gap, double dual, double gap_step, double target) {
  return dual == 0 ? 0.0 : (target - dual * gap_step) / gap - dual;
}
ES_HD Multipliers dual_steps(const InteriorIterate& at, const ProductTargets& targets, Index i,
                             double dx) {
  return {dual_step(at.lower_gap[i], at.lower_dual[i], dx, targets.lower[i]),
          dual_step(at.upper_gap[i], at.upper_dual[i], -dx, targets.upper[i])};
}

/// How far a product is to be moved (Gondzio, Comput. Optim. Appl. 6 (1996) 137-156, section 3).
ES_HD double pull(double product, double centre) {
  const double low = low_product * centre, high = high_product * centre;
  if (product < low) return low - product;
  return product > high ? std::fmax(high - product, -high) : 0.0;
}

struct Complementarity {
  double total = 0;
  Index terms = 0;
};
ES_HD Complementarity operator+(Complementarity a, Complementarity b) {
  return {a.total + b.total, a.terms + b.terms};
}

struct Bounds {
  double lower, upper;
};

/// Everything of one variable that start_inside() decides.
struct Place {
  double x, lower_gap, upper_gap, lower_dual, upper_dual;
};
ES_HD Place between(Bounds b, double reach, double product) {
  const double width = b.upper - b.lower, least = std::fmin(0.5 * width, reach);
  const double low = std::fmin(std::fmax(-b.lower, least), width - least), high = width - low;
  return {b.lower + low, low, high, product / low, product / high};
}
ES_HD Place above(double lower, double x, double lambda, double gap_least, double dual_least) {
  const double gap = std::fmax(x - lower, 0.0) + gap_least;
  return {lower + gap, gap, HUGE_VAL, std::fmax(lambda, 0.0) + dual_least, 0};
}
ES_HD Place mirrored(Place p) {
  return {-p.x, p.upper_gap, p.lower_gap, p.upper_dual, p.lower_dual};
}

}  // namespace

void clip_origin(const BoxQp& qp, Span<double> x) {
  const Span<const double> lower = qp.lower, upper = qp.upper;
  parallel_for_light(
      x.size, [=] ES_DEVICE(Index i) { x[i] = std::fmin(std::fmax(0.0, lower[i]), upper[i]); });
}

double energy_scale(const LooseQp& qp, Span<const double> gradient) {
  const Span<const double> diagonal = qp.diagonal;
  const Span<const std::uint8_t> loose = qp.loose;
  const double scale = max_reduce(
      diagonal.size,
      [=] ES_DEVICE(Index i) {
        return loose[i] != 0 ? std::fabs(gradient[i]) / std::sqrt(diagonal[i]) : 0.0;
      },
      0.0);
  return scale > 0 ? scale : 1;
}

Violations violations(const LooseQp& qp, Span<const double> x, Span<const double> lambda) {
  const Span<const double> lower = qp.qp.lower, upper = qp.qp.upper, diagonal = qp.diagonal;
  const Span<const std::uint8_t> loose = qp.loose;
  Violations result;
  result.primal = max_reduce(
      x.size,
      [=] ES_DEVICE(Index i) {
        const double out = std::fmax(lower[i] - x[i], x[i] - upper[i]);
        return loose[i] != 0 ? std::sqrt(diagonal[i]) * out : 0.0;
      },
      0.0);
  result.dual = max_reduce(
      x.size,
      [=] ES_DEVICE(Index i) {
        const bool has_lower = lower[i] > -HUGE_VAL, has_upper = upper[i] < HUGE_VAL;
        if (has_lower == has_upper) return 0.0;
        return (has_lower ? -lambda[i] : lambda[i]) / std::sqrt(diagonal[i]);
      },
      0.0);
  return result;
}

void start_inside(const LooseQp& qp, Span<const double> lambda, double scale,
                  const Violations& guess, InteriorIterate at) {
  const double primal = start_inside_share * std::fmax(guess.primal, scale);
  const double dual = start_inside_share * std::fmax(guess.dual, scale);
  const Span<const double> lower = qp.qp.lower, upper = qp.qp.upper, diagonal = qp.diagonal;
  const Span<const std::uint8_t> loose = qp.loose;
  parallel_for_light(at.x.size, [=] ES_DEVICE(Index i) {
    const double l = lower[i], u = upper[i], x = at.x[i], root = std::sqrt(diagonal[i]);
    const bool has_lower = l > -HUGE_VAL, has_upper = u < HUGE_VAL;
    const double gap_least = primal / root, dual_least = dual * root;
    const Place p = loose[i] == 0            ? Place{l, HUGE_VAL, HUGE_VAL, 0, 0}
                    : has_lower && has_upper ? between({l, u}, scale / root, scale * scale)
                    : has_lower              ? above(l, x, lambda[i], gap_least, dual_least)
                    : has_upper ? mirrored(above(-u, -x, -lambda[i], gap_least, dual_least))
                                : Place{x, HUGE_VAL, HUGE_VAL, 0, 0};
    at.x[i] = p.x;
    at.lower_gap[i] = p.lower_gap, at.upper_gap[i] = p.upper_gap;
    at.lower_dual[i] = p.lower_dual, at.upper_dual[i] = p.upper_dual;
  });
}

double optimality_error(InteriorIterate at, const LooseQp& qp, Span<double> residual) {
  const Span<const double> diagonal = qp.diagonal;
  const Span<const std::uint8_t> loose = qp.loose;
  return max_reduce(
      at.x.size,
      [=] ES_DEVICE(Index i) {
        if (loose[i] == 0) {
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

double mean_product(InteriorIterate at, ProductTargets targets, Span<const double> direction,
                    double length) {
  const Complementarity all = sum<Complementarity>(at.x.size, [=] ES_DEVICE(Index i) {
    const double dx = direction[i];
    const Multipliers dz = dual_steps(at, targets, i, dx);
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
  return all.terms > 0 ? all.total / double(all.terms) : 0;
}

double longest_step(InteriorIterate at, ProductTargets targets, Span<const double> direction) {
  const double inverse = max_reduce(
      at.x.size,
      [=] ES_DEVICE(Index i) {
        const double dx = direction[i];
        const Multipliers dz = dual_steps(at, targets, i, dx);
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

void write_right_hand_side(InteriorIterate at, ProductTargets targets, Span<const double> residual,
                           Span<double> right) {
  parallel_for_light(right.size, [=] ES_DEVICE(Index i) {
    const Multipliers dz = dual_steps(at, targets, i, 0);
    right[i] = -residual[i] + dz.lower - dz.upper;
  });
}

void write_barrier(InteriorIterate at, Span<const int> loose, Span<double> barrier) {
  parallel_for_light(loose.size, [=] ES_DEVICE(Index k) {
    const int i = loose[k];
    barrier[k] = at.lower_dual[i] / at.lower_gap[i] + at.upper_dual[i] / at.upper_gap[i];
  });
}

void add_second_order(InteriorIterate at, Span<const double> affine, double centre,
                      ProductTargets targets) {
  parallel_for_light(at.x.size, [=] ES_DEVICE(Index i) {
    const double dx = affine[i];
    const Multipliers dz = dual_steps(at, targets, i, dx);
    targets.lower[i] = centre - dx * dz.lower;
    targets.upper[i] = centre + dx * dz.upper;
  });
}

void pull_to_centre(InteriorIterate at, ProductTargets targets, Span<const double> direction,
                    double length, double centre, ProductTargets corrected) {
  parallel_for_light(at.x.size, [=] ES_DEVICE(Index i) {
    const double dx = direction[i];
    const Multipliers dz = dual_steps(at, targets, i, dx);
    const double low = (at.lower_gap[i] + length * dx) * (at.lower_dual[i] + length * dz.lower);
    const double high = (at.upper_gap[i] - length * dx) * (at.upper_dual[i] + length * dz.upper);
    corrected.lower[i] = targets.lower[i] + (at.lower_dual[i] > 0 ? pull(low, centre) : 0.0);
    corrected.upper[i] = targets.upper[i] + (at.upper_dual[i] > 0 ? pull(high, centre) : 0.0);
  });
}

Index move(InteriorIterate at, ProductTargets targets, Span<const double> direction, double length,
           Span<std::int8_t> predicted) {
  return sum<Index>(at.x.size, [=] ES_DEVICE(Index i) {
    const double dx = direction[i];
    const Multipliers dz = dual_steps(at, targets, i, dx);
    // Relative growth of the gap less that of the multiplier.
    const double low =
        at.lower_dual[i] > 0 ? dx / at.lower_gap[i] - dz.lower / at.lower_dual[i] : HUGE_VAL;
    const double high =
        at.upper_dual[i] > 0 ? -dx / at.upper_gap[i] - dz.upper / at.upper_dual[i] : HUGE_VAL;
    const std::int8_t before = predicted[i];
    const std::int8_t now = low < 0 && low <= high ? at_lower : high < 0 ? at_upper : is_free;
    predicted[i] = now;
    at.x[i] += length * dx;
    at.lower_gap[i] += length * dx;
    at.upper_gap[i] -= length * dx;
    at.lower_dual[i] += length * dz.lower;
    at.upper_dual[i] += length * dz.upper;
    return Index(now != before);
  });
}

ES_END
