#include "contact/solvers/host/coulomb_bridge.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/constants.h"
#include "contact/solvers/coulomb/methods/coulomb_registry.h"
#include "contact/solvers/coulomb/parallel/parallel_methods.h"
#include "contact/solvers/delassus_blocks.h"
#include "contact/solvers/registry.h"
#include "kernels/core/clock.h"
#include "kernels/core/error.h"
#include "kernels/core/vectors.h"

ES_BEGIN

namespace {

BlockMatrix host_blocks(const BlockRows& W) {
  return {to_host(W.row_start), to_host(W.column), to_host(W.value)};
}

Vec3 in_frame(const ContactFrame& frame, Vec3 v) {
  return {dot(frame.normal, v), dot(frame.tangent1, v), dot(frame.tangent2, v)};
}

template <class T>
void copy_to(const std::vector<T>& host, Span<T> device) {
  DeviceVector<T> copied(host);
  copy(Span<const T>(copied.span()), device);
}

/// By a method of this backend, or one of the host.
CoulombSolver solver_of(std::string_view name) {
  for (const CoulombMethod& method : parallel_methods()) {
    if (method.name == name) return method.solve;
  }
  return coulomb_solver(std::string(name));
}

/// A solver of host problems as one of this backend's.
class HostSolver final : public FrictionSolver {
 public:
  HostSolver(const char* name, const SolverSettings& settings)
      : solve_(solver_of(name)), limits_(limits_of(settings)) {
    if (settings.cone == FrictionCone::pyramid)
      throw InputError(std::string("the contact solver ") + name +
                       " solves friction in Coulomb's disc only; friction_cone = \"pyramid\" "
                       "takes schurpa_sp or direct_sp");
  }

  SolverReport solve(const ProblemView& problem, const ContactImpulses& impulses) override {
    SolverReport report;
    if (problem.contacts() == 0) return report;
    if (!problem.gram && !problem.blocks) {
      report.converged = false, report.failed = true;
      report.reason = "this solver needs the Delassus matrix, and the problem has none";
      return report;
    }
    const Stopwatch watch(report.seconds);
    FrictionProblem host;
    {
      const Stopwatch setup(report.seconds_setup);
      host = host_problem(problem);
    }
    std::vector<Vec3> r = host_impulses(problem, impulses);
    const CoulombReport solved = solve_(host, limits_, r);
    set_impulses(problem, r, impulses);
    report.converged = solved.converged;
    report.reason = solved.converged ? "" : solved.reason;
    report.iterations = solved.iterations;
    report.normal.seconds = solved.seconds;  // of normal impulses and friction together
    report.error = report.residual = solved.error;
    report.failed = !(solved.error <= stop_residual);
    report.active = int(std::count_if(r.begin(), r.end(), [](Vec3 v) { return v.x > 0; }));
    return report;
  }

 private:
  /// No clock: the same scene has to come out the same.
  static CoulombLimits limits_of(const SolverSettings& settings) {
    return {std::max(min_coulomb_error, settings.tolerance),
            std::numeric_limits<double>::infinity(), max_host_iterations};
  }

  CoulombSolver solve_;
  CoulombLimits limits_;
};

/// Staggered projections, which are fastest where W has full rank, as that of bodies that deform
/// has; what they leave above the tolerance goes to the race on the host.
class AutomaticSolver final : public FrictionSolver {
 public:
  explicit AutomaticSolver(const SolverSettings& settings)
      : tolerance_(std::max(min_coulomb_error, settings.tolerance)),
        race_("automatic", settings),
        projections_(make_schurpa_sp(of_projections(settings))) {}

  SolverReport solve(const ProblemView& problem, const ContactImpulses& impulses) override {
    if (!problem.gram && !problem.blocks) return race_.solve(problem, impulses);  // it says so
    SolverReport first = projections_->solve(problem, impulses);
    first.error = first.residual;
    first.converged = first.residual <= tolerance_;
    if (first.converged || problem.contacts() == 0) return first;
    if (!std::isfinite(first.residual)) fill_zero(impulses.normal), fill_zero(impulses.friction);
    SolverReport report = race_.solve(problem, impulses);
    report.iterations += first.iterations;
    report.seconds += first.seconds, report.seconds_setup += first.seconds_setup;
    report.normal.seconds += first.seconds - first.seconds_setup;
    return report;
  }

 private:
  /// Their rule compares squares of changes.
  static SolverSettings of_projections(SolverSettings settings) {
    const double change = std::max(min_coulomb_error, settings.tolerance);
    settings.tolerance = change * change;
    settings.retries = false;
    return settings;
  }

  double tolerance_;
  HostSolver race_;
  std::unique_ptr<FrictionSolver> projections_;
};

}  // namespace

FrictionProblem host_problem(const ProblemView& problem) {
  FrictionProblem host;
  host.W = problem.blocks ? host_blocks(*problem.blocks)
                          : blocks_of_gram(*problem.gram, problem.frames, problem.compliance);
  host.q = free_velocities(problem);
  host.mu = to_host(problem.friction);
  return host;
}

std::vector<Vec3> free_velocities(const ProblemView& problem) {
  const std::vector<ContactFrame> frames = to_host(problem.frames);
  const std::vector<Vec3> u = to_host(problem.velocity);
  const std::vector<double> bound = to_host(problem.bound);
  std::vector<Vec3> q;
  for (std::size_t c = 0; c < frames.size(); ++c) {
    q.push_back(in_frame(frames[c], u[c]));
    q.back().x -= bound[c];
  }
  return q;
}

std::vector<Vec3> host_impulses(const ProblemView& problem, const ContactImpulses& impulses) {
  const std::vector<ContactFrame> frames = to_host(problem.frames);
  const std::vector<double> normal = to_host(Span<const double>(impulses.normal));
  const std::vector<Vec3> friction = to_host(Span<const Vec3>(impulses.friction));
  std::vector<Vec3> r;
  for (std::size_t c = 0; c < frames.size(); ++c) {
    r.push_back(in_frame(frames[c], friction[c]));
    r.back().x = normal[c];
  }
  return r;
}

void set_impulses(const ProblemView& problem, const std::vector<Vec3>& r,
                  const ContactImpulses& impulses) {
  const std::vector<ContactFrame> frames = to_host(problem.frames);
  std::vector<double> normal;
  std::vector<Vec3> friction;
  for (std::size_t c = 0; c < r.size(); ++c) {
    normal.push_back(r[c].x);
    friction.push_back(r[c].y * frames[c].tangent1 + r[c].z * frames[c].tangent2);
  }
  copy_to(normal, impulses.normal);
  copy_to(friction, impulses.friction);
}

std::unique_ptr<FrictionSolver> make_automatic(const SolverSettings& settings) {
  return std::make_unique<AutomaticSolver>(settings);
}

#define ES_MAKE(name, summary)                                                  \
  std::unique_ptr<FrictionSolver> make_##name(const SolverSettings& settings) { \
    return std::make_unique<HostSolver>(#name, settings);                       \
  }
ES_HOST_METHODS(ES_MAKE)
#undef ES_MAKE

ES_END
