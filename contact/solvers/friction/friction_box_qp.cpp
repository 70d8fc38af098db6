#include "contact/solvers/friction/friction_box_qp.h"

ES_BEGIN

void FrictionBoxQp::start(const ProblemView& problem, ProjectionHessians& hessians) {
  hessians_ = &hessians;
  boxes_.resize(problem.contacts());
}

void FrictionBoxQp::choose(const ChosenContacts& contacts) {
  hessians_->choose(contacts);
  const Index variables = 2 * contacts.order.order.size;
  for (DeviceVector<double>* v : {&target_, &lower_, &upper_, &y_, &multiplier_}) {
    v->resize(2 * boxes_.size());  // as much as any choice takes
    v->resize(variables);
  }
  state_.resize(2 * boxes_.size());
  state_.resize_zero(variables);
}

void FrictionBoxQp::copy_states(DeviceVector<std::int8_t>& states) const {
  states.resize(2 * boxes_.size());
  states_by_contact(chosen().order, state_.span(), states.span());
}

void FrictionBoxQp::turn(const ProblemView& problem, QpTotals& totals) {
  hessians_->turn(problem, boxes_.span());
  solver_.set_hessian(hessians_->friction());
  totals.bandwidth = hessians_->friction().bandwidth();
}

void FrictionBoxQp::pose(const ProblemView& problem, const FrictionLoad& load) {
  deadline_ = load.deadline;
  fill_friction_target(problem, chosen().order, boxes_.span(), load.du, target_.span());
  fill_friction_bounds(problem, chosen(), load.alpha, lower_.span(), upper_.span(), state_.span());
}

void FrictionBoxQp::solve(Span<Vec3> impulse, QpTotals& totals) {
  totals.add(solver_.solve(qp(), state_.span(), y_.span(), multiplier_.span()));
  mark_fixed(upper_.span(), state_.span());
  friction_impulses(chosen().order, boxes_.span(), y_.span(), impulse);
}

ES_END
