#pragma once

#include "kernels/core/backend.h"  // first: it makes the backend's namespace inline

#include <memory>

#include "contact/solvers/cone_residual.h"
#include "contact/solvers/friction/friction_step.h"
#include "contact/solvers/impulse_response.h"
#include "contact/solvers/qp/qp_bridge.h"
#include "contact/solvers/qp/set_prediction.h"
#include "contact/solvers/solver.h"

ES_BEGIN

/// Staggered projections (Algorithm 4.2 of the thesis): normal QPs (C) and friction problems in
/// turn until the friction impulse f = T beta stands still in the kinetic metric,
///
///     |f^{s+1} - f^s|^2 / max(|f^s|^2, |f^{s+1}|^2) <= tolerance,    |f|^2 = f^T M^-1 f,
///
/// which is Eq. 4.19, with the larger denominator because f^0 may be zero (0/0 counts as
/// converged), and until the residual of the whole problem (cone_residual.h) is at most the root of
/// the tolerance. Without friction anywhere one normal QP is all. The first QP of each kind starts
/// from the working set predicted from the impulses that come with the problem and its velocities,
/// the later ones from the set of the one before.
///
/// Where this goes back and forth it is tried again with f^s + theta (f^{s+1} - f^s) in place of
/// f^{s+1}, theta = 1/2 and 1/4. What is still unconverged then is reported, and has failed above
/// stop_residual.
///
/// SCHURPA-SP and DIRECT-SP are this with different ways of solving a QP.
class StaggeredProjections final : public FrictionSolver {
 public:
  StaggeredProjections(QpMethod method, const SolverSettings& settings);

  /// @pre a Delassus matrix, as G or by blocks; else the report says that there is none
  SolverReport solve(const ProblemView& problem, const ContactImpulses& impulses) override;

 private:
  /// How far each iteration goes towards the friction impulses that it finds, and how many there
  /// may be.
  struct Attempt {
    double relaxation = 1;
    int iterations = 0;
  };

  void resize(Index contacts);
  void start(const ProblemView& problem, const ContactImpulses& impulses, SolverReport& report);
  void iterate(const ProblemView& problem, const ContactImpulses& impulses, Attempt attempt,
               SolverReport& report);
  void solve_normal(const ProblemView& problem, QpTotals& totals);
  void solve_friction(const ProblemView& problem, Span<Vec3> impulse, QpTotals& totals);
  void certify(const ProblemView& problem, const ContactImpulses& impulses, SolverReport& report);
  void finish(const ProblemView& problem, const ContactImpulses& impulses, bool frictional,
              SolverReport& report);

  SolverSettings settings_;
  Deadline deadline_;
  ProjectionHessians hessians_;
  PlacedQpSolver normal_solver_;
  std::unique_ptr<FrictionStep> friction_step_;
  SetPrediction prediction_;
  ConeResidual residual_;
  DeviceVector<std::int8_t> normal_state_, predicted_normal_;
  DeviceVector<double> normal_target_, normal_lower_, normal_upper_, alpha_, normal_multiplier_;
  DeviceVector<Vec3> normal_impulse_, velocity_, last_friction_;  // by contact
  ImpulseResponse normal_response_, friction_response_, last_friction_response_;
};

ES_END
