#include "contact/solvers/staggered_projections.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>

#include "contact/solvers/constants.h"
#include "contact/solvers/friction/diamond_friction.h"
#include "contact/solvers/friction/disc_friction.h"
#include "contact/solvers/projection_vectors.h"
#include "contact/solvers/qp/constants.h"
#include "contact/solvers/registry.h"
#include "kernels/core/clock.h"
#include "kernels/core/vectors.h"

ES_BEGIN

namespace {

std::unique_ptr<FrictionStep> make_friction_step(QpMethod method, const SolverSettings& settings) {
  if (settings.cone == FrictionCone::disc) return std::make_unique<DiscFriction>(method, settings);
  return std::make_unique<DiamondFriction>(method, settings);
}

std::string not_converged(const SolverReport& report) {
  if (!report.normal.converged) return "the normal QP was not solved: " + report.normal.reason;
  if (!report.friction.converged)
    return "the friction QP was not solved: " + report.friction.reason;
  char text[160];
  std::snprintf(
      text, sizeof text,
      "staggered projections did not converge in %d iterations: friction changed by %.2g, "
      "the residual of its cone is %.2g",
      report.iterations, report.error, report.residual);
  return text;
}

}  // namespace

StaggeredProjections::StaggeredProjections(QpMethod method, const SolverSettings& settings)
    : settings_(settings),
      normal_solver_(method, settings.max_schur_columns, settings.engine),
      friction_step_(make_friction_step(method, settings)) {}

void StaggeredProjections::resize(Index contacts) {
  for (DeviceVector<double>* v : {&normal_target_, &alpha_, &normal_multiplier_}) {
    v->resize(contacts);
  }
  normal_state_.resize_zero(contacts);
  predicted_normal_.resize(0);
  normal_lower_.resize_zero(contacts);
  normal_upper_.resize(contacts);
  fill(normal_upper_.span(), std::numeric_limits<double>::infinity());
  normal_impulse_.resize(contacts);
  velocity_.resize(contacts);
}

void StaggeredProjections::start(const ProblemView& problem, const ContactImpulses& impulses,
                                 SolverReport& report) {
  {
    const Stopwatch watch(report.seconds_setup);
    hessians_.build(problem);
  }
  resize(problem.contacts());
  {
    const Stopwatch watch(report.normal.seconds);
    normal_solver_.set_hessian(hessians_.normal());
    report.normal.bandwidth = hessians_.normal().bandwidth();
  }
  {
    const Stopwatch watch(report.friction.seconds);
    friction_step_->start(problem, hessians_, impulses.friction, report.friction);
  }
  fill_alpha(hessians_.order(), impulses.normal, alpha_.span());
  friction_response_.take(problem, impulses.friction);
}

void StaggeredProjections::solve_normal(const ProblemView& problem, QpTotals& totals) {
  const Stopwatch watch(totals.seconds);
  friction_response_.relative_velocity(problem, velocity_.span());
  fill_normal_target(problem, hessians_.order(), velocity_.span(), normal_target_.span());
  const BoxQp qp{normal_target_.span(), normal_lower_.span(), normal_upper_.span(), deadline_};
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

void StaggeredProjections::solve_friction(const ProblemView& problem, Span<Vec3> impulse,
                                          QpTotals& totals) {
  const Stopwatch watch(totals.seconds);
  normal_response_.relative_velocity(problem, velocity_.span());
  friction_step_->solve(problem, {alpha_.span(), velocity_.span(), deadline_}, impulse, totals);
  friction_response_.swap(last_friction_response_);
  friction_response_.take(problem, impulse);
}

/// Pairs of QPs until the friction impulses stand still and solve the problem.
void StaggeredProjections::iterate(const ProblemView& problem, const ContactImpulses& impulses,
                                   Attempt attempt, SolverReport& report) {
  double last = friction_response_.metric(problem, friction_response_).square;
  for (int iteration = 0;
       iteration < attempt.iterations && !report.converged && !deadline_.passed(); ++iteration) {
    ++report.iterations;
    last_friction_.copy_from(impulses.friction);
    solve_normal(problem, report.normal);
    solve_friction(problem, impulses.friction, report.friction);
    const KineticMetric next = friction_response_.metric(problem, last_friction_response_);
    const double scale = std::max(last, next.square);
    report.error = scale > 0 ? next.distance / scale : 0.0;
    last = next.square;
    if (report.error <= settings_.tolerance) {
      certify(problem, impulses, report);
      report.converged = report.residual <= std::max(min_residual, std::sqrt(settings_.tolerance));
    } else if (attempt.relaxation < 1 && iteration + 1 < attempt.iterations) {
      mix(attempt.relaxation, last_friction_.span(), impulses.friction);
      friction_response_.take(problem, impulses.friction);
      last = friction_response_.metric(problem, friction_response_).square;
    }
  }
}

/// The impulses as they are handed back, and how good they are.
void StaggeredProjections::certify(const ProblemView& problem, const ContactImpulses& impulses,
                                   SolverReport& report) {
  store_alpha(hessians_.order(), alpha_.span(), impulses.normal);
  report.residual = residual_.of(problem, settings_.cone, impulses);
}

void StaggeredProjections::finish(const ProblemView& problem, const ContactImpulses& impulses,
                                  bool frictional, SolverReport& report) {
  if (!frictional || !report.converged) certify(problem, impulses, report);
  report.active = count_positive(alpha_.span());
  report.set_foreseen(foreseen_set(predicted_normal_.span(), normal_state_.span()),
                      frictional ? friction_step_->foreseen() : ForeseenSet{});
  report.all_qps.add(report.normal), report.all_qps.add(report.friction);
  report.bytes = report.normal.bytes + report.friction.bytes;
  if (report.converged) return;  // whatever its QPs were: the residual is that of the whole problem
  report.failed = !(report.residual <= stop_residual);
  report.reason = deadline_.passed() ? "out of time" : not_converged(report);
}

SolverReport StaggeredProjections::solve(const ProblemView& problem,
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
    deadline_ = Deadline(settings_.max_seconds);
    const bool frictional = largest(problem.friction) > 0;
    if (!frictional) fill_zero(impulses.friction);
    start(problem, impulses, report);
    if (frictional) {
      iterate(problem, impulses, {1, settings_.max_iterations}, report);
      for (const double relaxation : relaxations) {
        if (report.converged || deadline_.passed() || !settings_.retries) break;
        ++report.retries;
        iterate(problem, impulses, {relaxation, retry_iterations * settings_.max_iterations},
                report);
      }
    } else {
      ++report.iterations;
      solve_normal(problem, report.normal);
      report.converged = report.normal.converged;
    }
    finish(problem, impulses, frictional, report);
  }
  return report;
}

std::unique_ptr<FrictionSolver> make_schurpa_sp(const SolverSettings& settings) {
  return std::make_unique<StaggeredProjections>(QpMethod::automatic, settings);
}

std::unique_ptr<FrictionSolver> make_direct_sp(const SolverSettings& settings) {
  return std::make_unique<StaggeredProjections>(QpMethod::direct, settings);
}

std::unique_ptr<FrictionSolver> make_interior_point_sp(const SolverSettings& settings) {
  return std::make_unique<StaggeredProjections>(QpMethod::interior_point, settings);
}

ES_END
