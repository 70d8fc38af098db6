#include "contact/solvers/box_qp_solver.h"

#include <algorithm>

#include "contact/solvers/interior_point.h"

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

}  // namespace

QpReport BoxQpSolver::solve(const BoxQp& qp, Span<std::int8_t> state, Span<double> x,
                            Span<double> multiplier) {
  QpReport report;
  report.converged = true;
  if (qp.c.size == 0) return report;
  Parts& p = *parts_;
  const QpWork work{qp, state, x, multiplier, residual_scale(p.H, qp)};
  const double before = p.H.regularization();  // what an earlier QP with this H needed
  for (const double delta : increases) {
    if (delta < before) continue;
    if (delta > before) p.systems.reset(p.H);
    p.H.set_regularization(delta);
    report.regularization = delta;
    const PdasmEnd end = solve_safely(p.H, p.systems, p.pdasm, p.interior_point, work, report);
    report.converged = end == PdasmEnd::converged;
    if (report.converged) break;
    report.reason = describe(end);
  }
  if (report.regularization > 0) {
    p.H.set_regularization(0);  // the residual is that of the QP that was posed
    report.kkt = finish(p.H, work);
    p.H.set_regularization(report.regularization);
    report.reason += "; the diagonal was regularised";
  }
  return report;
}

ES_END
