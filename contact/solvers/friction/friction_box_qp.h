#pragma once

#include "kernels/core/backend.h"  // first: it makes the backend's namespace inline

#include "contact/solvers/friction/friction_step.h"
#include "contact/solvers/projection_vectors.h"
#include "contact/solvers/qp/qp_bridge.h"
#include "contact/solvers/solver.h"

ES_BEGIN

/// The friction QP (F2) of a problem in a box for each contact,
///
///     min  1/2 y^T H^F y + y^T R^T (u* + du),       |y| <= mu alpha,
///
/// with its working set, its solution, and the factorisation that lasts until the boxes turn.
class FrictionBoxQp {
 public:
  FrictionBoxQp(QpMethod method, const SolverSettings& settings)
      : solver_(method, settings.max_schur_columns, settings.engine) {}

  /// A new problem, whose contacts are to be chosen and boxes written before turn().
  void start(const ProblemView& problem, ProjectionHessians& hessians);
  /// Those that the QP is posed for; all others bear nothing.
  void choose(const ChosenContacts& contacts);
  Span<FrictionBox> boxes() { return boxes_.span(); }  ///< by contact
  /// Take the boxes as they are now.
  void turn(const ProblemView& problem, QpTotals& totals);
  /// Take the linear term and the bounds of a load.
  void pose(const ProblemView& problem, const FrictionLoad& load);
  /// @param impulse  the solution, by contact
  void solve(Span<Vec3> impulse, QpTotals& totals);

  BoxQp qp() const { return {target_.span(), lower_.span(), upper_.span(), deadline_}; }
  const BandedMatrix& hessian() const { return hessians_->friction(); }
  const ChosenContacts& chosen() const { return hessians_->chosen(); }
  const OrderView& order_of_all() const { return hessians_->order(); }
  /// By contact, two for each: states, fixed_at_zero of those that are not chosen.
  void copy_states(DeviceVector<std::int8_t>& states) const;
  /// What follows is by position, two for each contact: WorkingState or fixed_at_zero, and y.
  Span<std::int8_t> state() { return state_.span(); }
  Span<const std::int8_t> state() const { return state_.span(); }
  Span<double> y() { return y_.span(); }

 private:
  ProjectionHessians* hessians_ = nullptr;
  PlacedQpSolver solver_;
  Deadline deadline_;
  DeviceVector<FrictionBox> boxes_;
  DeviceVector<std::int8_t> state_;
  DeviceVector<double> target_, lower_, upper_, y_, multiplier_;
};

ES_END
