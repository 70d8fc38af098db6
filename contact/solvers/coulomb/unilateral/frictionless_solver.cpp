#include "contact/solvers/coulomb/unilateral/frictionless_solver.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/contact_cone.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "contact/solvers/coulomb/unilateral/unilateral_form.h"
#include "kernels/core/clock.h"

namespace eulersolid {

namespace {

void scale(std::vector<double>& values, double factor) {
  for (double& v : values) v *= factor;
}

/// What it means to be of order one in a problem.
struct Units {
  double velocity = 1, impulse = 1;
};

Units units_of(const FrictionProblem& problem, const ActingComponents& acting) {
  Units units;
  double speed = 0, response = 0;
  for (const double q : picked(problem.q, acting)) speed = std::max(speed, std::fabs(q));
  const std::vector<Mat3> W = diagonal_blocks(problem.W);
  for (const int i : acting.component) response += W[std::size_t(i / 3)][i % 3][i % 3];
  if (speed > 0) units.velocity = speed;
  units.impulse = units.velocity * double(acting.component.size()) / response;
  return units;
}

/// The problem in those units: x of a global one are velocities, of a local one impulses.
void scale(UnilateralProblem& problem, bool global, Units units) {
  const double x = global ? units.velocity : units.impulse;
  const double y = global ? units.velocity : units.impulse;
  const double l = global ? units.impulse : units.velocity;
  scale(problem.G.value, x / l), scale(problem.c, 1 / l), scale(problem.b, 1 / y);
}

InteriorOptions options_of(const UnilateralProblem& problem, const CoulombLimits& limits) {
  InteriorOptions options;
  const double tolerance = std::max(min_interior_tolerance, interior_share * limits.tolerance);
  options.primal_tolerance = tolerance / std::max(1, problem.rows());
  options.dual_tolerance = tolerance / problem.unknowns();
  options.product_tolerance = tolerance * tolerance;
  options.max_iterations = std::min(options.max_iterations, limits.max_iterations);
  options.max_seconds = limits.max_seconds;
  return options;
}

std::vector<double> scaled(std::vector<double> values, double factor) {
  scale(values, factor);
  return values;
}

/// What belongs to impulses, in the units of the posed problem.
UnilateralSolution solution_of(const FrictionProblem& problem, const std::vector<Vec3>& r,
                               const ActingComponents& acting, const UnilateralProblem& posed,
                               Units units) {
  UnilateralSolution at;
  const std::vector<double> impulses = scaled(picked(r, acting), 1 / units.impulse);
  if (problem.global) {
    at.x = scaled(body_velocities(*problem.global, r), 1 / units.velocity);
    at.l = impulses;
  } else {
    at.x = impulses;
    for (std::size_t c = 0; c < r.size(); ++c)
      if (!is_joint(problem.mu[c]))
        at.l.push_back((row_product(problem.W, c, r).x + problem.q[c].x) / units.velocity);
  }
  at.y = scaled(posed.b, -1);
  add_product(1, posed.A, at.x, at.y);
  return at;
}

std::vector<Vec3> impulses_of(const FrictionProblem& problem, const UnilateralSolution& solution,
                              const ActingComponents& acting, Units units) {
  const std::vector<double>& impulses = problem.global ? solution.l : solution.x;
  std::vector<double> r(3 * problem.q.size(), 0);
  for (std::size_t k = 0; k < impulses.size(); ++k)
    r[std::size_t(acting.component[k])] =
        units.impulse * (acting.joint[k] != 0 ? impulses[k] : std::max(0.0, impulses[k]));
  return by_contact(r);
}

}  // namespace

bool has_friction(const FrictionProblem& problem) {
  return std::any_of(problem.mu.begin(), problem.mu.end(),
                     [](double mu) { return mu > 0 && !is_joint(mu); });
}

CoulombReport solve_without_friction(const FrictionProblem& problem, const CoulombLimits& limits,
                                     std::vector<Vec3>& r) {
  CoulombReport report = judged(problem, limits, r);
  if (report.converged) return report;
  if (has_friction(problem)) {
    report.reason = "it solves contact without friction only";
    return report;
  }
  double seconds = 0;
  InteriorReport inside;
  {
    const Stopwatch watch(seconds);
    const ActingComponents acting = acting_components(problem.mu);
    UnilateralProblem posed =
        problem.global ? unilateral_problem(*problem.global) : unilateral_problem(problem);
    const Units units = units_of(problem, acting);
    scale(posed, problem.global.has_value(), units);
    UnilateralSolution solution = solution_of(problem, r, acting, posed, units);
    InteriorOptions options = options_of(posed, limits);
    const auto solve = [&] {
      const int before = inside.iterations;
      inside = solve_interior_point(posed, options, solution);
      inside.iterations += before;
      std::vector<Vec3> found = impulses_of(problem, solution, acting, units);
      if (!(coulomb_errors(problem, found).coulomb < report.error)) return;
      r = std::move(found);
      report = judged(problem, limits, r);
    };
    if (flat(r) != std::vector<double>(3 * r.size(), 0)) {
      options.warmth = InteriorWarmth::full;
      solve();
      options.warmth = InteriorWarmth::none;
    }
    // Its own conditions are means, and may hold where the error of one contact is large.
    if (!report.converged) solve();
  }
  report.iterations = inside.iterations, report.seconds = seconds;
  if (!report.converged)
    report.reason = inside.reason.empty() ? "its own conditions hold, which are means over contacts"
                                          : inside.reason;
  return report;
}

}  // namespace eulersolid
