#include "contact/staggered_projections.h"

#include <algorithm>
#include <limits>

#include "contact/solvers/stopwatch.h"

ES_BEGIN

namespace {

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
  y_.resize_zero(2 * contacts);
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

void StaggeredProjections::solve_contact(const ContactProblem& problem, const WorkingSets& sets,
                                         QpTotals& totals) {
  const Stopwatch watch(totals.seconds);
  relative_velocity(problem.rows, friction_change_.span(), velocity_.span());
  fill_contact_target(problem.set, problem.order, problem.bound, problem.u, velocity_.span(),
                      contact_target_.span());
  add(contact_solver_.solve({contact_target_.span(), contact_lower_.span(), contact_upper_.span()},
                            sets.contact, alpha_.span(), contact_multiplier_.span()),
      totals);
  normal_impulses(problem.set, problem.order, alpha_.span(), contact_impulse_.span());
  velocity_change(problem.rows, problem.inverse_mass, contact_impulse_.span(),
                  contact_change_.span());
}

void StaggeredProjections::solve_friction(const ContactProblem& problem, const WorkingSets& sets,
                                          QpTotals& totals) {
  const Stopwatch watch(totals.seconds);
  relative_velocity(problem.rows, contact_change_.span(), velocity_.span());
  fill_friction_target(problem.set, problem.order, problem.u, velocity_.span(),
                       friction_target_.span());
  fill_friction_bounds(problem.set, problem.order, alpha_.span(), friction_lower_.span(),
                       friction_upper_.span(), sets.friction);
  add(friction_solver_.solve(
          {friction_target_.span(), friction_lower_.span(), friction_upper_.span()}, sets.friction,
          y_.span(), friction_multiplier_.span()),
      totals);
  mark_fixed(friction_upper_.span(), sets.friction);
  friction_impulses(problem.set, problem.order, y_.span(), sets.friction_impulse);
  friction_change_.swap(last_friction_change_);
  velocity_change(problem.rows, problem.inverse_mass, sets.friction_impulse,
                  friction_change_.span());
}

void StaggeredProjections::solve(const ContactProblem& problem, const WorkingSets& sets,
                                 ContactReport& report) {
  resize(problem.set.size(), problem.rows.dofs());
  give_hessians(problem, report);
  const bool frictional = largest_friction(problem.set) > 0;
  velocity_change(problem.rows, problem.inverse_mass, sets.friction_impulse,
                  friction_change_.span());
  double last_norm = kinetic_norm(problem.mass, friction_change_.span());
  report.staggered_converged = false;
  while (!report.staggered_converged && report.staggered_iterations < parameters_.max_staggered) {
    ++report.staggered_iterations;
    solve_contact(problem, sets, report.contact);
    if (!frictional) {
      report.staggered_converged = true;
      break;
    }
    solve_friction(problem, sets, report.friction);
    const double change =
        kinetic_distance(problem.mass, friction_change_.span(), last_friction_change_.span());
    const double next_norm = kinetic_norm(problem.mass, friction_change_.span());
    const double scale = std::max(last_norm, next_norm);
    report.staggered_error = scale > 0 ? change / scale : 0.0;
    report.staggered_converged = report.staggered_error <= parameters_.tolerance;
    last_norm = next_norm;
  }
  report.active_contacts = count_positive(alpha_.span());
}

ES_END
