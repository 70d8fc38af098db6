#pragma once

#include "contact/solvers/friction/friction_box_qp.h"
#include "contact/solvers/qp/set_prediction.h"

ES_BEGIN

/// Friction in the diamonds of the thesis: one friction QP for each load. The first of a problem
/// starts from the working set predicted from the estimates, the later ones from that of the one
/// before.
class DiamondFriction final : public FrictionStep {
 public:
  DiamondFriction(QpMethod method, const SolverSettings& settings) : qp_(method, settings) {}

  void start(const ProblemView& problem, ProjectionHessians& hessians, Span<const Vec3> impulse,
             QpTotals& totals) override;
  void solve(const ProblemView& problem, const FrictionLoad& load, Span<Vec3> impulse,
             QpTotals& totals) override;
  ForeseenSet foreseen() override { return foreseen_set(predicted_.span(), qp_.state()); }

 private:
  FrictionBoxQp qp_;
  SetPrediction prediction_;
  DeviceVector<std::int8_t> predicted_;
};

ES_END
