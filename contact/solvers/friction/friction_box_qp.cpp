#include "contact/solvers/friction/friction_box_qp.h"

ES_BEGIN

void FrictionBoxQp::start(const ProblemView& problem, ProjectionHessians& hessians) {
  hessians_ = &hessians;
  const Index contacts = problem.contacts();
  for (DeviceVector<double>* v : {&target_, &lower_, &upper_, &y_, &multiplier_}) {
    v->resize(2 * contacts);
  }
  boxes_.resize(contacts);
  state_.resize_zero(2 * contacts);
}

void FrictionBoxQp::turn(const ProblemView& problem, QpTotals& totals) {
  hessians_->turn(problem, boxes_.span());
  solver_.set_hessian(hessians_->friction());
  totals.bandwidth = hessians_->friction().bandwidth();
}

void FrictionBoxQp::pose(const ProblemView& problem, const FrictionLoad& load) {
  deadline_ = load.deadline;
  fill_friction_target(problem, order(), boxes_.span(), load.du, target_.span());
  fill_friction_bounds(problem, order(), load.alpha, lower_.span(), upper_.span(), state_.span());
}

void FrictionBoxQp::solve(Span<Vec3> impulse, QpTotals& totals) {
  totals.add(solver_.solve(qp(), state_.span(), y_.span(), multiplier_.span()));
  mark_fixed(upper_.span(), state_.span());
  friction_impulses(order(), boxes_.span(), y_.span(), impulse);
}

ES_END
