#include "contact/solvers/registry.h"  // first: it makes the namespace of this backend inline

#include "contact/solvers/host/problem_solvers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "contact/solvers/constants.h"
#include "contact/solvers/coulomb/contact_cone.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "contact/solvers/host/coulomb_bridge.h"
#include "kernels/core/vectors.h"

ES_BEGIN

namespace {

constexpr ContactFrame axes_of_space{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/// A problem from a file in the memory of this backend: its contacts have the axes of space.
struct HeldProblem {
  explicit HeldProblem(const FrictionProblem& local)
      : blocks(local.W),
        frames(std::vector<ContactFrame>(local.q.size(), axes_of_space)),
        friction(local.mu),
        bound(std::vector<double>(local.q.size(), 0)),
        velocity(local.q) {}

  ProblemView problem() const {
    return {frames.span(), friction.span(), velocity.span(), bound.span(), {}, {}, blocks.rows()};
  }

  DeviceBlockMatrix blocks;
  DeviceVector<ContactFrame> frames;
  DeviceVector<double> friction, bound;
  DeviceVector<Vec3> velocity;
};

/// The rule of staggered projections compares squares of changes.
SolverSettings settings_of(const CoulombLimits& limits, FrictionCone cone) {
  const double change = staggered_share * limits.tolerance;
  SolverSettings settings;
  settings.cone = cone;
  settings.tolerance = std::max(min_staggered_tolerance, change * change);
  settings.max_iterations = std::min(max_staggered_iterations, limits.max_iterations);
  settings.max_seconds = limits.max_seconds;
  return settings;
}

/// Of the pyramid: what is left is the error of its linearisation.
std::string reason_of(const SolverReport& solved, FrictionCone cone) {
  if (!solved.converged) return solved.reason;
  char text[100];
  std::snprintf(text, sizeof text, "the %s is solved to %.1e of its own residual",
                cone == FrictionCone::pyramid ? "pyramid" : "disc", solved.residual);
  return text;
}

/// Staggered projections of this backend on a problem of the host.
template <QpMethod method, FrictionCone cone>
CoulombReport stagger(const FrictionProblem& problem, const CoulombLimits& limits,
                      std::vector<Vec3>& r) {
  CoulombReport report = judged(problem, limits, r);
  if (report.converged) return report;
  if (std::any_of(problem.mu.begin(), problem.mu.end(), is_joint)) {
    report.reason = "staggered projections take no joints";
    return report;
  }
  const HeldProblem held(problem);
  std::vector<double> normal;
  std::vector<Vec3> friction;
  for (const Vec3& each : r) normal.push_back(each.x), friction.push_back({0, each.y, each.z});
  DeviceVector<double> alpha(normal);
  DeviceVector<Vec3> beta(friction);
  const char* name = method == QpMethod::direct ? "direct_sp" : "schurpa_sp";
  const SolverReport solved = make_solver(name, settings_of(limits, cone))
                                  ->solve(held.problem(), {alpha.span(), beta.span()});
  const std::vector<Vec3> found = host_impulses(held.problem(), {alpha.span(), beta.span()});
  const std::vector<Vec3> before = std::exchange(r, found);
  const double error_before = report.error;
  report = judged(problem, limits, r);
  if (!(report.error < error_before)) r = before, report = judged(problem, limits, r);
  report.iterations = solved.iterations, report.seconds = solved.seconds;
  if (!report.converged) report.reason = reason_of(solved, cone);
  return report;
}

}  // namespace

std::vector<CoulombMethod> problem_solvers() {
  std::vector<CoulombMethod> solvers(coulomb_methods().begin(), coulomb_methods().end());
  solvers.push_back({"schurpa_sp", "staggered projections in Coulomb's disc",
                     stagger<QpMethod::automatic, FrictionCone::disc>});
  solvers.push_back({"direct_sp", "the same with a factorisation in each iteration",
                     stagger<QpMethod::direct, FrictionCone::disc>});
  solvers.push_back({"schurpa_sp_pyramid", "staggered projections in the thesis' pyramid",
                     stagger<QpMethod::automatic, FrictionCone::pyramid>});
  solvers.push_back({"direct_sp_pyramid", "the same with a factorisation in each iteration",
                     stagger<QpMethod::direct, FrictionCone::pyramid>});
  return solvers;
}

CoulombSolver problem_solver(const std::string& name) {
  return solver_named(name, problem_solvers());
}

ES_END
