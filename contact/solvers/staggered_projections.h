#pragma once

#include "kernels/core/backend.h"  // first: it makes the backend's namespace inline

#include "contact/solvers/impulse_response.h"
#include "contact/solvers/projection_hessians.h"
#include "contact/solvers/qp/qp_bridge.h"
#include "contact/solvers/qp/set_prediction.h"
#include "contact/solvers/solver.h"

ES_BEGIN

/// Staggered projections (Algorithm 4.2 of the thesis): normal QPs (C) and friction QPs (F2) in
/// turn until the friction impulse f = T beta stands still in the kinetic metric,
///
///     |f^{s+1} - f^s|^2 / max(|f^s|^2, |f^{s+1}|^2) <= tolerance,    |f|^2 = f^T M^-1 f,
///
/// which is Eq. 4.19, with the larger denominator because f^0 may be zero; 0/0 counts as converged.
/// The Hessians serve all iterations of a problem. Without friction anywhere one normal QP is all.
/// The first QP of each kind starts from the working set predicted from the impulses that come with
/// the problem and its velocities, the later ones from the set of the one before.
///
/// Coulomb's cone is replaced by the diamond |b1| + |b2| <= mu alpha, which is made here, and whose
/// QPs have bounds only. SCHURPA-SP and DIRECT-SP are this with different ways of solving a QP.
class StaggeredProjections final : public FrictionSolver {
 public:
  StaggeredProjections(QpMethod method, const SolverSettings& settings)
      : settings_(settings),
        normal_solver_(method, settings.max_schur_columns, settings.engine),
        friction_solver_(method, settings.max_schur_columns, settings.engine) {}

  /// @pre a Delassus matrix, as G or by blocks; else the report says that there is none
  SolverReport solve(const FrictionProblem& problem, const ContactImpulses& impulses) override;

 private:
  void resize(Index contacts);
  void start(const FrictionProblem& problem, const ContactImpulses& impulses, SolverReport& report);
  void iterate(const FrictionProblem& problem, Span<Vec3> friction, SolverReport& report);
  void solve_normal(const FrictionProblem& problem, QpTotals& totals);
  void solve_friction(const FrictionProblem& problem, Span<Vec3> impulse, QpTotals& totals);
  void finish(Span<double> normal, bool frictional, SolverReport& report) const;

  SolverSettings settings_;
  ProjectionHessians hessians_;
  PlacedQpSolver normal_solver_, friction_solver_;
  SetPrediction prediction_;
  DeviceVector<std::int8_t> normal_state_, friction_state_, predicted_normal_, predicted_friction_;
  DeviceVector<double> normal_target_, normal_lower_, normal_upper_, alpha_, normal_multiplier_;
  DeviceVector<double> friction_target_, friction_lower_, friction_upper_, y_, friction_multiplier_;
  DeviceVector<Vec3> normal_impulse_, velocity_;  // by contact
  ImpulseResponse normal_response_, friction_response_, last_friction_response_;
};

ES_END
