#include "contact/solvers/qp/box_qp_engine.h"

ES_BEGIN

void BoxQpEngine::set_hessian(const HostBand& H) {
  packed_.unpack(H, H_);
  solver_.set_hessian(H_);
}

QpReport BoxQpEngine::solve(const HostQp& qp, HostSolution& solution) {
  c_.assign(qp.c), lower_.assign(qp.lower), upper_.assign(qp.upper);
  state_.assign(solution.state);
  x_.resize(c_.size()), multiplier_.resize(c_.size());
  const QpReport report = solver_.solve({c_.span(), lower_.span(), upper_.span()}, state_.span(),
                                        x_.span(), multiplier_.span());
  solution = {state_.to_host(), x_.to_host(), multiplier_.to_host()};
  return report;
}

ES_END
