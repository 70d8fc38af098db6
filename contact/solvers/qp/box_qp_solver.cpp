#include "contact/solvers/qp/box_qp_solver.h"

#include <cmath>

#include "contact/solvers/qp/interior_point.h"
#include "contact/solvers/qp/pdasm.h"
#include "kernels/core/clock.h"
#include "kernels/core/vectors.h"

ES_BEGIN

/// What solves one QP after another with one Hessian.
struct QpMachinery {
  QpMachinery(QpMethod chosen, int max_schur_columns)
      : method(chosen),
        systems(chosen == QpMethod::interior_point ? QpMethod::automatic : chosen,
                max_schur_columns) {}

  QpMethod method;
  Hessian H;
  SchurComplement systems;
  Pdasm pdasm{systems};
  InteriorPoint interior;
};

struct BoxQpSolver::Parts {
  Parts(QpMethod method, int max_schur_columns) : all(method, max_schur_columns) {}

  QpMachinery all;
};

BoxQpSolver::BoxQpSolver(QpMethod method, int max_schur_columns)
    : parts_(std::make_unique<Parts>(method, max_schur_columns)) {}
BoxQpSolver::~BoxQpSolver() = default;
BoxQpSolver::BoxQpSolver(BoxQpSolver&&) noexcept = default;
BoxQpSolver& BoxQpSolver::operator=(BoxQpSolver&&) noexcept = default;

void BoxQpSolver::set_hessian(const BandedMatrix& H) {
  parts_->all.H.set(H);
  parts_->all.systems.reset(parts_->all.H);
}

namespace {

void add_reason(QpReport& report, const char* reason) {
  if (!report.reason.empty()) report.reason += "; ";
  report.reason += reason;
}

/// A trial of a predicted set, from which the active-set method is to converge almost at once.
constexpr PdasmLimits trial{.iterations = trial_iterations,
                            .patience = trial_patience,
                            .progress = trial_progress,
                            .first = trial_first_changes};

/// Does the last step of the interior point method point to the same set as the one before, but for
/// one variable in a hundred? Early on a set may stand still because the steps are short.
bool worth_a_trial(const InteriorPoint& interior, Index variables) {
  return interior.error() < trial_error &&
         double(interior.changes()) <= 1 + trial_changes * double(variables);
}

/// Steps of the interior point method until the active-set method converges from the set that they
/// point to. A trial may cost a factorisation, so that one that failed is followed by two steps.
bool step_and_try(QpMachinery& m, const QpWork& work, QpReport& report) {
  bool pause = false;
  for (int step = 0; step < interior_max_steps && !work.qp.deadline.passed(); ++step) {
    if (m.interior.advance(m.H, work, report) != InteriorPoint::Step::moved) return false;
    if (pause || !worth_a_trial(m.interior, work.x.size)) {
      pause = false;
      continue;
    }
    m.interior.write(work);
    // Columns for a set as far away as that of the active-set method would not pay.
    if (report.trials++ == 0) m.systems.reset(m.H);
    if (m.pdasm.run(m.H, work, report, trial) == PdasmEnd::converged) return true;
    pause = true;
  }
  return false;
}

/// The interior point method finds the working set, the active-set method certifies it.
PdasmEnd solve_inside(QpMachinery& m, const QpWork& work, QpReport& report) {
  m.interior.start(m.H, work);
  if (step_and_try(m, work, report)) return PdasmEnd::converged;
  m.interior.write(work);
  m.systems.reset(m.H);
  const PdasmEnd end = m.pdasm.run(m.H, work, report);
  if (end == PdasmEnd::converged || end == PdasmEnd::out_of_time) return end;
  // Where H_FF is numerically singular, the iterate may still satisfy the conditions.
  add_reason(report, describe(end));
  m.interior.write(work);
  if (!accept(m.H, work, kkt_tolerance, report)) return end;
  add_reason(report, "the answer of the interior point method satisfies the KKT conditions");
  return PdasmEnd::converged;
}

/// The active-set method, and where it fails the interior point method. By request the active-set
/// method only gets one iteration, as the set that is given may be the solution's, and as its x
/// says how large x may become.
PdasmEnd solve_safely(QpMachinery& m, const QpWork& work, QpReport& report) {
  const bool inside = m.method == QpMethod::interior_point;
  const PdasmLimits limits = inside ? PdasmLimits{.iterations = 1} : PdasmLimits{};
  PdasmEnd end = m.pdasm.run(m.H, work, report, limits);
  if (end == PdasmEnd::inaccurate) {  // poor Schur columns? From a fresh factor, then
    m.systems.reset(m.H);
    ++report.resets;
    end = m.pdasm.run(m.H, work, report, limits);
  }
  if (end == PdasmEnd::converged || end == PdasmEnd::out_of_time) return end;
  if (!inside) {
    add_reason(report, describe(end));
    add_reason(report, "the interior point method looked for the working set");
    ++report.fallbacks;
  }
  return solve_inside(m, work, report);
}

/// Solve with H + delta diag(H) for growing delta, starting where an earlier QP with this H ended.
void solve_regularised(QpMachinery& m, const QpWork& work, QpReport& report) {
  Hessian& H = m.H;
  const double before = H.regularization();
  for (const double delta : diagonal_increases) {
    if (delta < before) continue;
    if (delta > before) m.systems.reset(H);
    H.set_regularization(delta);
    report.regularization = delta;
    report.reason.clear();
    const PdasmEnd end = solve_safely(m, work, report);
    report.converged = end == PdasmEnd::converged;
    if (report.converged) break;
    if (end == PdasmEnd::out_of_time) {
      report.reason = describe(end);
      break;
    }
    if (report.kkt <= worth_accepting) break;  // H is not what is wrong
  }
  if (report.converged && report.kkt > kkt_tolerance)
    add_reason(report, "x is so large that rounding allows no smaller KKT residual");
  if (report.regularization == 0) return;
  add_reason(report,
             "H is numerically singular or not positive definite: its diagonal was regularised");
  H.set_regularization(0);  // the residual is that of the QP that was posed
  report.kkt = finish(H, work);
  H.set_regularization(report.regularization);
}

}  // namespace

QpReport BoxQpSolver::solve(const BoxQp& qp, Span<std::int8_t> state, Span<double> x,
                            Span<double> multiplier) {
  QpReport report;
  double seconds = 0;
  if (qp.c.size == 0) {
    report.converged = true;
    return report;
  }
  {
    const Stopwatch watch(seconds);
    QpMachinery& m = parts_->all;
    fill_zero(x);  // a result, never a guess
    const QpWork work{qp, state, x, multiplier, residual_scale(m.H, qp)};
    if (std::isfinite(work.scale)) {
      solve_regularised(m, work, report);
    } else {
      report.kkt = finish(m.H, work);
      report.reason = "c is not finite";
    }
  }
  report.seconds_solve = seconds - report.seconds_factor;
  return report;
}

ES_END
