#include "contact/solvers/qp/qp_bridge.h"

#include "kernels/core/vectors.h"

ES_BEGIN

void DeviceQp::load(const HostQp& qp, const std::vector<std::int8_t>& state) {
  c_.assign(qp.c), lower_.assign(qp.lower), upper_.assign(qp.upper);
  state_.assign(state);
  x_.resize(c_.size()), multiplier_.resize(c_.size());
}

QpReport DeviceQp::solve(BoxQpSolver& solver) {
  return solver.solve({c_.span(), lower_.span(), upper_.span()}, state_.span(), x_.span(),
                      multiplier_.span());
}

void BoxQpEngine::set_hessian(const HostBand& H) {
  packed_.unpack(H, H_);
  solver_.set_hessian(H_);
}

QpReport BoxQpEngine::solve(const HostQp& qp, HostSolution& solution) {
  qp_.load(qp, solution.state);
  const QpReport report = qp_.solve(solver_);
  solution = qp_.solution();
  return report;
}

void PlacedQpSolver::set_hessian(const BandedMatrix& H) {
  if (!engine_) return here_.set_hessian(H);
  packed_.pack(H, H_);
  engine_->set_hessian(H_);
}

QpReport PlacedQpSolver::solve(const BoxQp& qp, Span<std::int8_t> state, Span<double> x,
                               Span<double> multiplier) {
  if (!engine_) return here_.solve(qp, state, x, multiplier);
  copy_out(qp.c, qp_.c), copy_out(qp.lower, qp_.lower), copy_out(qp.upper, qp_.upper);
  copy_out(state, solution_.state);
  const QpReport report = engine_->solve(qp_, solution_);
  copy_in(solution_.state, state);
  copy_in(solution_.x, x), copy_in(solution_.multiplier, multiplier);
  return report;
}

ES_END
