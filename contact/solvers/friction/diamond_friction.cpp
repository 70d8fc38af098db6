#include "contact/solvers/friction/diamond_friction.h"

#include "contact/solvers/qp/constants.h"

ES_BEGIN

void DiamondFriction::start(const ProblemView& problem, ProjectionHessians& hessians,
                            Span<const Vec3> impulse, QpTotals& totals) {
  qp_.start(problem, hessians);
  qp_.choose({hessians.order(), {}});
  write_diamonds(problem.frames, qp_.boxes());
  qp_.turn(problem, totals);
  fill_y(qp_.chosen().order, qp_.boxes(), impulse, qp_.y());
  predicted_.resize(0);
}

void DiamondFriction::solve(const ProblemView& problem, const FrictionLoad& load,
                            Span<Vec3> impulse, QpTotals& totals) {
  qp_.pose(problem, load);
  if (predicted_.empty()) {
    prediction_.predict(qp_.hessian(), qp_.qp(), prediction_steps, qp_.y(), qp_.state());
    predicted_.copy_from(qp_.state());
  }
  qp_.solve(impulse, totals);
}

ES_END
