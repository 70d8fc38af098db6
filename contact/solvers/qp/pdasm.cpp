#include "contact/solvers/qp/pdasm.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

constexpr std::int8_t at_lower = static_cast<std::int8_t>(WorkingState::at_lower);
constexpr std::int8_t at_upper = static_cast<std::int8_t>(WorkingState::at_upper);
constexpr std::int8_t is_free = static_cast<std::int8_t>(WorkingState::free);

constexpr double refine_above = 1e-11;  // residual of the free rows, relative to the largest |c|
// Relative to the largest diag(H) |x|, which rounding cannot resolve any better.
constexpr double rounding_tolerance = 1e-13;

void set_bound_values(Span<const std::int8_t> state, const BoxQp& qp, Span<double> x) {
  const Span<const double> lower = qp.lower, upper = qp.upper;
  parallel_for_light(x.size, [=] ES_DEVICE(Index i) {
    if (state[i] == at_lower) x[i] = lower[i];
    if (state[i] == at_upper) x[i] = upper[i];
  });
}

/// Largest |residual| of the free rows, and minus the residual there as a right-hand side.
double free_residual(Span<const std::int8_t> state, Span<const double> multiplier,
                     Span<double> rest) {
  return max_reduce(
      state.size,
      [=] ES_DEVICE(Index i) {
        rest[i] = state[i] == is_free ? -multiplier[i] : 0.0;
        return std::fabs(rest[i]);
      },
      0.0);
}

void add_to_free(Span<const std::int8_t> state, Span<const double> correction, Span<double> x) {
  parallel_for_light(x.size, [=] ES_DEVICE(Index i) {
    if (state[i] == is_free) x[i] += correction[i];
  });
}

ES_HD std::int8_t next_state(std::int8_t state, double x, double lambda, double lower, double upper,
                             double primal_rounding, double dual_rounding, double fixed_below) {
  if (lower == upper) return at_lower;
  if (is_fixed(lower, upper, fixed_below)) {
    if (state == at_lower) return lambda < -dual_rounding ? at_upper : at_lower;
    return lambda > dual_rounding ? at_lower : at_upper;
  }
  if (state == at_lower) return lambda < -dual_rounding ? is_free : at_lower;
  if (state == at_upper) return lambda > dual_rounding ? is_free : at_upper;
  if (x < lower - primal_rounding) return at_lower;
  if (x > upper + primal_rounding) return at_upper;
  return is_free;
}

/// How many variables changed state, and the sum over the variables of a random number for each
/// state.
struct SetSummary {
  Index changes = 0;
  std::uint64_t hash = 0;
};
ES_HD SetSummary operator+(SetSummary a, SetSummary b) {
  return {a.changes + b.changes, a.hash + b.hash};
}

ES_HD std::uint64_t mix(std::uint64_t z) {  // the finaliser of SplitMix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

std::uint64_t hash_of(Span<const std::int8_t> state) {
  return sum<std::uint64_t>(state.size, [=] ES_DEVICE(Index i) {
    return mix(3 * std::uint64_t(i) + std::uint64_t(state[i] + 2));
  });
}

SetSummary advance(const QpWork& work, Span<const double> diagonal, double rounding) {
  const Span<std::int8_t> state = work.state;
  const Span<const double> x = work.x, lambda = work.multiplier;
  const Span<const double> lower = work.qp.lower, upper = work.qp.upper;
  const double fixed_below = too_narrow(work);
  return sum<SetSummary>(state.size, [=] ES_DEVICE(Index i) {
    const std::int8_t now = state[i];
    const std::int8_t next =
        next_state(now, x[i], lambda[i], lower[i], upper[i], rounding / diagonal[i], rounding,
                   fixed_below / diagonal[i]);
    state[i] = next;
    return SetSummary{Index(next != now), mix(3 * std::uint64_t(i) + std::uint64_t(next + 2))};
  });
}

double largest_of(Span<const double> x) {
  return max_reduce(
      x.size, [=] ES_DEVICE(Index i) { return std::fabs(x[i]); }, 0.0);
}

double largest_bound(Span<const double> diagonal, Span<const double> lower,
                     Span<const double> upper) {
  return max_reduce(
      diagonal.size,
      [=] ES_DEVICE(Index i) {
        const double low = std::fabs(lower[i]), high = std::fabs(upper[i]);
        const double finite_low = low < HUGE_VAL ? low : 0.0,
                     finite_high = high < HUGE_VAL ? high : 0.0;
        return diagonal[i] * std::fmax(finite_low, finite_high);
      },
      0.0);
}

/// Returns how many elements were outside.
Index clip_all(Span<double> x, Span<const double> lower, Span<const double> upper) {
  return sum<Index>(x.size, [=] ES_DEVICE(Index i) {
    const double inside = clip(x[i], lower[i], upper[i]);
    const bool moved = inside != x[i];
    x[i] = inside;
    return Index(moved);
  });
}

void bind_fixed(const BoxQp& qp, Span<const double> diagonal, double least,
                Span<std::int8_t> state) {
  const Span<const double> lower = qp.lower, upper = qp.upper;
  parallel_for_light(state.size, [=] ES_DEVICE(Index i) {
    if (state[i] == is_free && is_fixed(lower[i], upper[i], least / diagonal[i]))
      state[i] = at_lower;
  });
}

double natural_residual(const QpWork& work, Span<const double> diagonal) {
  const Span<const double> x = work.x, lambda = work.multiplier;
  const Span<const double> lower = work.qp.lower, upper = work.qp.upper;
  return max_reduce(
      x.size,
      [=] ES_DEVICE(Index i) {
        // H_ii |x_i - clip(x_i - lambda_i / H_ii)| without a division, which may underflow.
        const double room = lambda[i] < 0 ? upper[i] - x[i] : x[i] - lower[i];
        const double force = std::fabs(lambda[i]);
        if (lower[i] == upper[i]) return 0.0;
        if (!(force < HUGE_VAL)) return HUGE_VAL;
        return std::fmin(force, diagonal[i] * room);
      },
      0.0);
}

/// What the KKT residual may be, relative to the largest |c|: `tolerance`, or more by rounding.
double allowed_residual(const Hessian& H, const QpWork& work, double tolerance) {
  return std::max(tolerance, rounding_of(H, work.x) / work.scale);
}

/// Counts the iterations without progress.
class Progress {
 public:
  Progress(const PdasmLimits& limits, Index variables)
      : limits_(limits), fewest_(limits.first * double(variables)) {}
  bool given_up(Index changes) {
    const bool fell = double(changes) <= limits_.progress * fewest_;
    if (fell) fewest_ = double(changes);
    without_ = fell ? 0 : without_ + 1;
    return without_ > limits_.patience;
  }

 private:
  PdasmLimits limits_;
  double fewest_;
  int without_ = 0;
};

}  // namespace

double largest_product(Span<const double> diagonal, Span<const double> x) {
  return max_reduce(
      x.size, [=] ES_DEVICE(Index i) { return diagonal[i] * std::fabs(x[i]); }, 0.0);
}

double rounding_of(const Hessian& H, Span<const double> x) {
  return rounding_tolerance * largest_product(H.diagonal(), x);
}

const char* describe(PdasmEnd end) {
  switch (end) {
    case PdasmEnd::converged:
      return "converged";
    case PdasmEnd::cycling:
      return "the active-set method cycled";
    case PdasmEnd::stalled:
      return "the working sets of the active-set method stopped approaching each other";
    case PdasmEnd::singular:
      return "the matrix of the free variables is not positive definite";
    case PdasmEnd::inaccurate:
      return "the KKT residual of the final working set is too large";
  }
  return "";
}

void allow_by_bounds(const BoxQp& qp, Span<std::int8_t> state) {
  const Span<const double> lower = qp.lower, upper = qp.upper;
  parallel_for_light(state.size, [=] ES_DEVICE(Index i) {
    if (state[i] == at_lower && lower[i] == -HUGE_VAL) state[i] = is_free;
    if (state[i] == at_upper && upper[i] == HUGE_VAL) state[i] = is_free;
    if (lower[i] == upper[i]) state[i] = at_lower;
  });
}

double residual_scale(const Hessian& H, const BoxQp& qp) {
  const double c = largest_of(qp.c);
  if (c > 0) return c;
  const double bound = largest_bound(H.diagonal(), qp.lower, qp.upper);
  return bound > 0 ? bound : 1;
}

double finish(const Hessian& H, const QpWork& work, bool multiplier_fits) {
  const Index moved = clip_all(work.x, work.qp.lower, work.qp.upper);
  if (moved > 0 || !multiplier_fits) H.residual(work.x, work.qp.c, work.multiplier);
  return natural_residual(work, H.diagonal()) / work.scale;
}

bool accept(const Hessian& H, const QpWork& work, double tolerance, QpReport& report) {
  allow_by_bounds(work.qp, work.state);
  bind_fixed(work.qp, H.diagonal(), too_narrow(work), work.state);
  set_bound_values(work.state, work.qp, work.x);
  report.kkt = finish(H, work);
  const double allowed = allowed_residual(H, work, tolerance);
  return allowed < HUGE_VAL && report.kkt <= allowed;
}

/// x for the working set, and the multiplier; refined once or twice when the free rows ask for it.
void Pdasm::solve_for_set(const Hessian& H, const QpWork& work, QpReport& report) {
  set_bound_values(work.state, work.qp, work.x);
  systems_.solve(work.qp.c, work.state, work.x, report);
  H.residual(work.x, work.qp.c, work.multiplier);
  residual_.resize(work.x.size);
  double before = HUGE_VAL;
  for (int round = 0; round < 3; ++round) {
    const double now = free_residual(work.state, work.multiplier, residual_.span());
    if (!(now > refine_above * work.scale) || !(now < 0.5 * before)) break;
    before = now;
    correction_.resize_zero(work.x.size);
    systems_.solve(residual_.span(), work.state, correction_.span(), report);
    add_to_free(work.state, correction_.span(), work.x);
    H.residual(work.x, work.qp.c, work.multiplier);
  }
}

namespace {

/// Degenerate variables (x and lambda both zero) of an ill-conditioned H change sides for ever by
/// the rounding of x, though each of these sets solves the QP. Does the present one? Where the
/// answer is clearly no, x stays as it is: the interior point method starts from its size. The
/// tolerance is that of too_narrow(), so that x is never at the wrong one of two bounds.
bool solves_to_rounding(const Hessian& H, const QpWork& work, QpReport& report) {
  constexpr double worth_a_try = 100 * kkt_tolerance;
  if (!(natural_residual(work, H.diagonal()) <= worth_a_try * work.scale)) return false;
  return accept(H, work, 0.1 * kkt_tolerance, report);
}

}  // namespace

bool Pdasm::seen_before(std::uint64_t hash) {
  if (std::find(seen_.begin(), seen_.end(), hash) != seen_.end()) return true;
  seen_.push_back(hash);
  return false;
}

PdasmEnd Pdasm::run(const Hessian& H, const QpWork& work, QpReport& report,
                    const PdasmLimits& limits) {
  allow_by_bounds(work.qp, work.state);
  bind_fixed(work.qp, H.diagonal(), too_narrow(work), work.state);
  seen_.assign(1, hash_of(work.state));
  Progress progress(limits, work.state.size);
  for (int iteration = 0; iteration < limits.iterations; ++iteration) {
    ++report.iterations;
    if (!systems_.set_working_set(work.state, report)) return PdasmEnd::singular;
    solve_for_set(H, work, report);
    const double rounding = rounding_of(H, work.x);
    if (!(rounding < HUGE_VAL)) return PdasmEnd::singular;
    const SetSummary next = advance(work, H.diagonal(), std::max(unresolved(work), 0.1 * rounding));
    if (next.changes == 0) {
      const double allowed = allowed_residual(H, work, kkt_tolerance);
      report.kkt = finish(H, work, true);
      return report.kkt <= allowed ? PdasmEnd::converged : PdasmEnd::inaccurate;
    }
    const bool repeats = seen_before(next.hash);
    if (!repeats && !progress.given_up(next.changes)) continue;
    if (solves_to_rounding(H, work, report)) return PdasmEnd::converged;
    return repeats ? PdasmEnd::cycling : PdasmEnd::stalled;
  }
  return PdasmEnd::stalled;
}

ES_END
