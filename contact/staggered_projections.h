#pragma once

#include "contact/assemble/impulse_map.h"
#include "contact/contact_report.h"
#include "contact/qp_vectors.h"
#include "contact/solvers/qp/placed_qp_solver.h"
#include "contact/solvers/qp/set_prediction.h"
#include "contact/warm_start.h"

ES_BEGIN

/// Settings of the contact module.
struct ContactParameters {
  QpMethod method = QpMethod::automatic;
  int max_schur_columns = 500;  ///< columns of the Schur complement before a new factorisation
  double tolerance = 1e-3;      ///< of the staggered projections, on Eq. 4.19
  int max_staggered = 20;       ///< staggered iterations per step
  double push_out = 0.2;        ///< part of an overlap that one step undoes [-]
  QpEngineMaker engine;  ///< solves the QPs where given; else they are solved on this backend
};

/// The frictional contact problem of one step.
struct ContactProblem {
  ContactsView set;
  RowsView rows;
  OrderView order;
  Span<const double> mass, inverse_mass;  ///< by degree of freedom
  Span<const Vec3> u;                     ///< relative velocities without impulses [m/s]
  Span<const double> bound;               ///< least normal velocities [m/s]
  const BandedMatrix* contact_hessian = nullptr;
  const BandedMatrix* friction_hessian = nullptr;
};

/// SCHURPA-SP (Algorithm 4.2 of the thesis): contact QPs (C) and friction QPs (F2) in turn until
/// the friction impulse f = T beta stands still in the kinetic metric,
///
///     |f^{s+1} - f^s|^2 / max(|f^s|^2, |f^{s+1}|^2) <= tolerance,    |f|^2 = f^T M^-1 f,
///
/// which is Eq. 4.19, with the larger denominator because f^0 may be zero; 0/0 counts as converged.
/// The Hessians serve all iterations of a step. Without friction anywhere one contact QP is all.
/// The first QP of each kind starts from the working set predicted from the impulses that the step
/// starts with and its velocities, the later ones from the set of the one before.
class StaggeredProjections {
 public:
  explicit StaggeredProjections(const ContactParameters& parameters)
      : parameters_(parameters),
        contact_solver_(parameters.method, parameters.max_schur_columns, parameters.engine),
        friction_solver_(parameters.method, parameters.max_schur_columns, parameters.engine) {}

  /// @param impulses  in: estimates; out: the solution
  /// @param report    its iterations, errors, QP totals and quality of prediction are filled in
  void solve(const ContactProblem& problem, const ContactImpulses& impulses, ContactReport& report);

  Span<const Vec3> contact_impulse() const {
    return contact_impulse_.span();
  }                                                                           ///< by contact [N s]
  Span<const Vec3> contact_change() const { return contact_change_.span(); }  ///< M^-1 J alpha
  Span<const Vec3> friction_change() const { return friction_change_.span(); }  ///< M^-1 T beta

 private:
  void resize(Index contacts, Index dofs);
  void give_hessians(const ContactProblem& problem, ContactReport& report);
  void start(const ContactProblem& problem, const ContactImpulses& impulses, ContactReport& report);
  void solve_contact(const ContactProblem& problem, QpTotals& totals);
  void solve_friction(const ContactProblem& problem, Span<Vec3> impulse, QpTotals& totals);

  ContactParameters parameters_;
  PlacedQpSolver contact_solver_, friction_solver_;
  SetPrediction prediction_;
  DeviceVector<std::int8_t> contact_state_, friction_state_, predicted_contact_,
      predicted_friction_;
  DeviceVector<double> contact_target_, contact_lower_, contact_upper_, alpha_, contact_multiplier_;
  DeviceVector<double> friction_target_, friction_lower_, friction_upper_, y_, friction_multiplier_;
  DeviceVector<Vec3> contact_impulse_, velocity_;                               // by contact
  DeviceVector<Vec3> contact_change_, friction_change_, last_friction_change_;  // by dof
};

ES_END
