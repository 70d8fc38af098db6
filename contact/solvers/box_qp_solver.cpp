#include "contact/solvers/box_qp_solver.h"

#include <cmath>

#include "contact/solvers/interior_point.h"
#include "contact/solvers/stopwatch.h"

ES_BEGIN

struct BoxQpSolver::Parts {
  Parts(QpMethod method, int max_solves) : systems(method, max_solves) {}

  Hessian H;
  SchurComplement systems;
  Pdasm pdasm{systems};
  InteriorPoint interior_point;
};

BoxQpSolver::BoxQpSolver(QpMethod method, int max_solves)
    : parts_(std::make_unique<Parts>(method, max_solves)) {}
BoxQpSolver::~BoxQpSolver() = default;
BoxQpSolver::BoxQpSolver(BoxQpSolver&&) noexcept = default;
BoxQpSolver& BoxQpSolver::operator=(BoxQpSolver&&) noexcept = default;

void BoxQpSolver::set_hessian(const BandedMatrix& H) {
  parts_->H.set(H);
  parts_->systems.reset(parts_->H);
}

namespace {

/// The active-set method, and where it fails the interior point method with the active-set method
/// from the working set it finds.
PdasmEnd solve_safely(const Hessian& H, SchurComplement& systems, Pdasm& pdasm,
                      InteriorPoint& interior, const QpWork& work, QpReport& report) {
  PdasmEnd end = pdasm.run(H, work, report);
  if (end == PdasmEnd::inaccurate) {  // poor Schur columns? From a fresh factor, then
    systems.reset(H);
    ++report.resets;
    end = pdasm.run(H, work, report);
  }
  if (end == PdasmEnd::converged) return end;
  report.reason = describe(end);
  ++report.fallbacks;
  interior.run(H, work, report);
  systems.reset(H);
  return pdasm.run(H, work, report);
}

/// Relative increases of the diagonal, tried in turn where H is numerically singular: each changes
/// the solution, in the energy norm, by about its own size.
constexpr double increases[] = {0, 1e-10, 1e-8, 1e-6, 1e-4, 1e-3};

/// Solve with H + delta diag(H) for growing delta, starting where an earlier QP with this H ended.
void solve_regularised(Hessian& H, SchurComplement& systems, Pdasm& pdasm, InteriorPoint& interior,
                       const QpWork& work, QpReport& report) {
  const double before = H.regularization();
  for (const double delta : increases) {
    if (delta < before) continue;
    if (delta > before) systems.reset(H);
    H.set_regularization(delta);
    report.regularization = delta;
    const PdasmEnd end = solve_safely(H, systems, pdasm, interior, work, report);
    report.converged = end == PdasmEnd::converged;
    if (report.converged) break;
    report.reason = describe(end);
  }
  if (report.regularization == 0) return;
  report.reason += "; the diagonal was regularised";
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
    Parts& p = *parts_;
    const QpWork work{qp, state, x, multiplier, residual_scale(p.H, qp)};
    if (std::isfinite(work.scale)) {
      solve_regularised(p.H, p.systems, p.pdasm, p.interior_point, work, report);
    } else {
      memory::fill_zero(x.data, std::size_t(x.size) * sizeof(double));
      report.kkt = finish(p.H, work);
      report.reason = "c is not finite";
    }
  }
  report.seconds_solve = seconds - report.seconds_factor;
  return report;
}

ES_END
