#include "contact/solvers/staggered_projections.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "contact/solvers/projection_vectors.h"
#include "contact/solvers/qp/constants.h"
#include "contact/solvers/registry.h"
#include "kernels/core/stopwatch.h"
#include "kernels/core/vectors.h"

ES_BEGIN

namespace {

void give(const BandedMatrix& hessian, PlacedQpSolver& solver, QpTotals& totals) {
  const Stopwatch watch(totals.seconds);
  solver.set_hessian(hessian);
  totals.bandwidth = hessian.bandwidth();
}

}  // namespace

void StaggeredProjections::resize(Index contacts) {
  for (DeviceVector<double>* v : {&normal_target_, &alpha_, &normal_multiplier_}) {
    v->resize(contacts);
  }
  for (DeviceVector<double>* v :
       {&friction_target_, &friction_lower_, &friction_upper_, &friction_multiplier_, &y_}) {
    v->resize(2 * contacts);
  }
  normal_state_.resize_zero(contacts), friction_state_.resize_zero(2 * contacts);
  predicted_normal_.resize(0), predicted_friction_.resize(0);
  normal_lower_.resize_zero(contacts);
  normal_upper_.resize(contacts);
  fill(normal_upper_.span(), std::numeric_limits<double>::infinity());
  normal_impulse_.resize(contacts);
  velocity_.resize(contacts);
}

void StaggeredProjections::start(const FrictionProblem& problem, const ContactImpulses& impulses,
                                 SolverReport& report) {
  {
    const Stopwatch watch(report.seconds_setup);
    hessians_.build(problem);
  }
  resize(problem.contacts());
  give(hessians_.normal(), normal_solver_, report.normal);
  give(hessians_.friction(), friction_solver_, report.friction);
  fill_alpha(hessians_.order(), impulses.normal, alpha_.span());
  fill_y(problem, hessians_.order(), impulses.friction, y_.span());
  friction_response_.take(problem, impulses.friction);
}

void StaggeredProjections::solve_normal(const FrictionProblem& problem, QpTotals& totals) {
  const Stopwatch watch(totals.seconds);
  friction_response_.relative_velocity(problem, velocity_.span());
  fill_normal_target(problem, hessians_.order(), velocity_.span(), normal_target_.span());
  const BoxQp qp{normal_target_.span(), normal_lower_.span(), normal_upper_.span()};
  if (predicted_normal_.empty()) {
    prediction_.predict(hessians_.normal(), qp, prediction_steps, alpha_.span(),
                        normal_state_.span());
    predicted_normal_.copy_from(normal_state_.span());
  }
  totals.add(
      normal_solver_.solve(qp, normal_state_.span(), alpha_.span(), normal_multiplier_.span()));
  normal_impulses(problem, hessians_.order(), alpha_.span(), normal_impulse_.span());
  normal_response_.take(problem, normal_impulse_.span());
}

void StaggeredProjections::solve_friction(const FrictionProblem& problem, Span<Vec3> impulse,
                                          QpTotals& totals) {
  const Stopwatch watch(totals.seconds);
  normal_response_.relative_velocity(problem, velocity_.span());
  fill_friction_target(problem, hessians_.order(), velocity_.span(), friction_target_.span());
  fill_friction_bounds(problem, hessians_.order(), alpha_.span(), friction_lower_.span(),
                       friction_upper_.span(), friction_state_.span());
  const BoxQp qp{friction_target_.span(), friction_lower_.span(), friction_upper_.span()};
  if (predicted_friction_.empty()) {
    prediction_.predict(hessians_.friction(), qp, prediction_steps, y_.span(),
                        friction_state_.span());
    predicted_friction_.copy_from(friction_state_.span());
  }
  totals.add(
      friction_solver_.solve(qp, friction_state_.span(), y_.span(), friction_multiplier_.span()));
  mark_fixed(friction_upper_.span(), friction_state_.span());
  friction_impulses(problem, hessians_.order(), y_.span(), impulse);
  friction_response_.swap(last_friction_response_);
  friction_response_.take(problem, impulse);
}

/// Pairs of QPs until the friction impulses stand still.
void StaggeredProjections::iterate(const FrictionProblem& problem, Span<Vec3> friction,
                                   SolverReport& report) {
  double last_norm = friction_response_.norm(problem);
  while (!report.converged && report.iterations < settings_.max_iterations) {
    ++report.iterations;
    solve_normal(problem, report.normal);
    solve_friction(problem, friction, report.friction);
    const double change = friction_response_.distance(problem, last_friction_response_);
    const double next_norm = friction_response_.norm(problem);
    const double scale = std::max(last_norm, next_norm);
    report.error = scale > 0 ? change / scale : 0.0;
    report.converged = report.error <= settings_.tolerance;
    last_norm = next_norm;
  }
}

void StaggeredProjections::finish(Span<double> normal, bool frictional,
                                  SolverReport& report) const {
  store_alpha(hessians_.order(), alpha_.span(), normal);
  report.active = count_positive(alpha_.span());
  report.warm_normal = warm_ratio(predicted_normal_.span(), normal_state_.span());
  if (frictional) {
    report.warm_friction = warm_ratio(predicted_friction_.span(), friction_state_.span());
  }
  report.all_qps.add(report.normal), report.all_qps.add(report.friction);
  report.bytes = report.normal.bytes + report.friction.bytes;
  const bool solved = report.normal.converged && report.friction.converged;
  if (!solved) {
    report.converged = false;
    report.failed = true;
    report.reason = report.normal.converged ? report.friction.reason : report.normal.reason;
  } else if (!report.converged) {
    report.reason = "the friction impulses still changed in the last iteration allowed";
  }
}

SolverReport StaggeredProjections::solve(const FrictionProblem& problem,
                                         const ContactImpulses& impulses) {
  SolverReport report;
  if (problem.contacts() == 0) return report;
  report.converged = false;
  if (!problem.gram && !problem.blocks) {
    report.failed = true;
    report.reason = "staggered projections need the Delassus matrix, and the problem has none";
    return report;
  }
  {
    const Stopwatch watch(report.seconds);
    const bool frictional = largest(problem.friction) > 0;
    if (!frictional) fill_zero(impulses.friction);
    start(problem, impulses, report);
    if (frictional) {
      iterate(problem, impulses.friction, report);
    } else {
      ++report.iterations;
      solve_normal(problem, report.normal);
      report.converged = true;
    }
    finish(impulses.normal, frictional, report);
  }
  return report;
}

std::unique_ptr<FrictionSolver> make_schurpa_sp(const SolverSettings& settings) {
  return std::make_unique<StaggeredProjections>(QpMethod::automatic, settings);
}

std::unique_ptr<FrictionSolver> make_direct_sp(const SolverSettings& settings) {
  return std::make_unique<StaggeredProjections>(QpMethod::direct, settings);
}

ES_END
