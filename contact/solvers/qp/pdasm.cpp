#include "contact/solvers/qp/pdasm.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

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

ES_HD std::uint64_t hash_of(Index variable, std::int8_t state) {
  return mix(3 * std::uint64_t(variable) + std::uint64_t(state + 2));
}

/// Makes states those that the bounds allow.
/// @return their hash
std::uint64_t allow_by_bounds(const Hessian& H, const QpWork& work) {
  const Span<const double> lower = work.qp.lower, upper = work.qp.upper, diagonal = H.diagonal();
  const Span<std::int8_t> state = work.state;
  const double least = too_narrow(work);
  return sum<std::uint64_t>(state.size, [=] ES_DEVICE(Index i) {
    state[i] = allowed_state(state[i], lower[i], upper[i], least / diagonal[i]);
    return hash_of(i, state[i]);
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
    return SetSummary{Index(next != now), hash_of(i, next)};
  });
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
    case PdasmEnd::out_of_time:
      return "out of time";
  }
  return "";
}

/// x for the working set, and the multiplier; refined once or twice when the free rows ask for it.
void Pdasm::solve_for_set(const Hessian& H, const QpWork& work, QpReport& report) {
  set_bound_values(work);
  systems_.solve(work.qp.c, work.state, work.x, report);
  H.residual(work.x, work.qp.c, work.multiplier);
  residual_.resize(work.x.size);
  double before = HUGE_VAL;
  for (int round = 0; round < max_refinements; ++round) {
    const double now = free_residual(work.state, work.multiplier, residual_.span());
    if (!(now > refine_above * work.scale) || !(now < refinement_progress * before)) break;
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
  if (!(natural_residual(H, work) <= worth_accepting * work.scale)) return false;
  return accept(H, work, narrow_bounds, report);
}

}  // namespace

bool Pdasm::seen_before(std::uint64_t hash) {
  if (std::find(seen_.begin(), seen_.end(), hash) != seen_.end()) return true;
  seen_.push_back(hash);
  return false;
}

PdasmEnd Pdasm::run(const Hessian& H, const QpWork& work, QpReport& report,
                    const PdasmLimits& limits) {
  seen_.assign(1, allow_by_bounds(H, work));
  Progress progress(limits, work.state.size);
  for (int iteration = 0; iteration < limits.iterations; ++iteration) {
    if (work.qp.deadline.passed()) return PdasmEnd::out_of_time;
    ++report.iterations;
    if (!systems_.set_working_set(work.state, report)) return PdasmEnd::singular;
    solve_for_set(H, work, report);
    const double rounding = rounding_of(H, work.x);
    if (!(rounding < HUGE_VAL)) return PdasmEnd::singular;
    const SetSummary next =
        advance(work, H.diagonal(), std::max(unresolved(work), rounding_of_signs * rounding));
    if (next.changes == 0) {
      const double allowed = std::max(kkt_tolerance, rounding / work.scale);
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
