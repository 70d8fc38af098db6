#include "contact/staggered_projections.h"

#include <algorithm>
#include <limits>

#include "kernels/core/stopwatch.h"

ES_BEGIN

namespace {

/// Of the prediction of a working set. Each costs a product with the Hessian, as an iteration of
/// the active-set method does; a second step saves less than it costs.
constexpr int prediction_steps = 1;

void add(const QpReport& qp, QpTotals& totals) {
  totals.iterations = std::max(totals.iterations, qp.iterations);
  totals.solves += qp.solves;
  totals.factorizations += qp.factorizations;
  totals.chosen += qp.chosen;
  totals.resets += qp.resets;
  totals.fallbacks += qp.fallbacks;
  totals.dim_free = qp.dim_free;
  totals.kkt = std::max(totals.kkt, qp.kkt);
  totals.bytes = std::max(totals.bytes, qp.bytes);
  totals.seconds_factor += qp.seconds_factor;
  totals.seconds_solve += qp.seconds_solve;
  totals.converged = totals.converged && qp.converged;
  if (totals.reason.empty()) totals.reason = qp.reason;
}

}  // namespace

void StaggeredProjections::resize(Index contacts, Index dofs) {
  for (DeviceVector<double>* v : {&contact_target_, &alpha_, &contact_multiplier_}) {
    v->resize(contacts);
  }
  for (DeviceVector<double>* v :
       {&friction_target_, &friction_lower_, &friction_upper_, &friction_multiplier_}) {
    v->resize(2 * contacts);
  }
  y_.resize(2 * contacts);
  contact_state_.resize_zero(contacts), friction_state_.resize_zero(2 * contacts);
  predicted_contact_.resize(0), predicted_friction_.resize(0);
  contact_lower_.resize_zero(contacts);
  contact_upper_.resize(contacts);
  fill_with(std::numeric_limits<double>::infinity(), contact_upper_.span());
  contact_impulse_.resize(contacts);
  velocity_.resize(contacts);
  for (DeviceVector<Vec3>* v : {&contact_change_, &friction_change_, &last_friction_change_}) {
    v->resize(dofs);
  }
}

void StaggeredProjections::give_hessians(const ContactProblem& problem, ContactReport& report) {
  {
    const Stopwatch watch(report.contact.seconds);
    contact_solver_.set_hessian(*problem.contact_hessian);
  }
  const Stopwatch watch(report.friction.seconds);
  friction_solver_.set_hessian(*problem.friction_hessian);
}

void StaggeredProjections::start(const ContactProblem& problem, const ContactImpulses& impulses,
                                 ContactReport& report) {
  resize(problem.set.size(), problem.rows.dofs());
  give_hessians(problem, report);
  fill_alpha(problem.order, impulses.normal, alpha_.span());
  fill_y(problem.set, problem.order, impulses.friction, y_.span());
  velocity_change(problem.rows, problem.inverse_mass, impulses.friction, friction_change_.span());
  report.staggered_converged = false;
}

void StaggeredProjections::solve_contact(const ContactProblem& problem, QpTotals& totals) {
  const Stopwatch watch(totals.seconds);
  relative_velocity(problem.rows, friction_change_.span(), velocity_.span());
  fill_contact_target(problem.set, problem.order, problem.bound, problem.u, velocity_.span(),
                      contact_target_.span());
  const BoxQp qp{contact_target_.span(), contact_lower_.span(), contact_upper_.span()};
  if (predicted_contact_.empty()) {
    prediction_.predict(*problem.contact_hessian, qp, prediction_steps, alpha_.span(),
                        contact_state_.span());
    predicted_contact_.copy_from(contact_state_.span());
  }
  add(contact_solver_.solve(qp, contact_state_.span(), alpha_.span(), contact_multiplier_.span()),
      totals);
  normal_impulses(problem.set, problem.order, alpha_.span(), contact_impulse_.span());
  velocity_change(problem.rows, problem.inverse_mass, contact_impulse_.span(),
                  contact_change_.span());
}

void StaggeredProjections::solve_friction(const ContactProblem& problem, Span<Vec3> impulse,
                                          QpTotals& totals) {
  const Stopwatch watch(totals.seconds);
  relative_velocity(problem.rows, contact_change_.span(), velocity_.span());
  fill_friction_target(problem.set, problem.order, problem.u, velocity_.span(),
                       friction_target_.span());
  fill_friction_bounds(problem.set, problem.order, alpha_.span(), friction_lower_.span(),
                       friction_upper_.span(), friction_state_.span());
  const BoxQp qp{friction_target_.span(), friction_lower_.span(), friction_upper_.span()};
  if (predicted_friction_.empty()) {
    prediction_.predict(*problem.friction_hessian, qp, prediction_steps, y_.span(),
                        friction_state_.span());
    predicted_friction_.copy_from(friction_state_.span());
  }
  add(friction_solver_.solve(qp, friction_state_.span(), y_.span(), friction_multiplier_.span()),
      totals);
  mark_fixed(friction_upper_.span(), friction_state_.span());
  friction_impulses(problem.set, problem.order, y_.span(), impulse);
  friction_change_.swap(last_friction_change_);
  velocity_change(problem.rows, problem.inverse_mass, impulse, friction_change_.span());
}

void StaggeredProjections::solve(const ContactProblem& problem, const ContactImpulses& impulses,
                                 ContactReport& report) {
  start(problem, impulses, report);
  const bool frictional = largest_friction(problem.set) > 0;
  double last_norm = kinetic_norm(problem.mass, friction_change_.span());
  while (!report.staggered_converged && report.staggered_iterations < parameters_.max_staggered) {
    ++report.staggered_iterations;
    solve_contact(problem, report.contact);
    if (!frictional) {
      report.staggered_converged = true;
      break;
    }
    solve_friction(problem, impulses.friction, report.friction);
    const double change =
        kinetic_distance(problem.mass, friction_change_.span(), last_friction_change_.span());
    const double next_norm = kinetic_norm(problem.mass, friction_change_.span());
    const double scale = std::max(last_norm, next_norm);
    report.staggered_error = scale > 0 ? change / scale : 0.0;
    report.staggered_converged = report.staggered_error <= parameters_.tolerance;
    last_norm = next_norm;
  }
  store_alpha(problem.order, alpha_.span(), impulses.normal);
  report.active_contacts = count_positive(alpha_.span());
  report.warm_contact = warm_ratio(predicted_contact_.span(), contact_state_.span());
  if (frictional) {
    report.warm_friction = warm_ratio(predicted_friction_.span(), friction_state_.span());
  }
}

ES_END
