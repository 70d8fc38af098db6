#include <gtest/gtest.h>

#include <cmath>

#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "contact/solvers/coulomb/methods/coulomb_registry.h"
#include "tests/simulation/runs.h"

/// What contact solves in a step, as a problem of its own, is what the simulation has solved.

namespace eulersolid::test {
namespace {

/// A soft box that slides on a floor that moves: bounds, friction and the velocity of an obstacle.
Scene sliding_box(const std::string& solver, double tolerance) {
  Scene scene = empty_scene(0.1);
  scene.time.dt = 0.002;
  scene.contact.friction = 0.3, scene.contact.solver = solver, scene.contact.tolerance = tolerance;
  scene.bodies.push_back(box("box", {0.013, 0.021, 0.24}, {0.4, 0.4, 0.5}, soft()));
  scene.bodies[0].velocity = {1, 0.2, -0.1};
  ObstacleSpec floor = plane("floor");
  floor.motion.keyframes = {{0, {}}, {1, {0.3, 0, 0}}};
  scene.obstacles.push_back(floor);
  return scene;
}

struct Step {
  StepRecord record;
  FclibProblem dumped;
};

Step touching_step(const Scene& scene) {
  const auto simulation = make_simulation(Backend::cpu, scene);
  EXPECT_FALSE(simulation->contact_problem());
  simulation->keep_contact_problems(true);
  for (int k = 0; k < 20; ++k) {
    Step step{simulation->advance(*scene.time.dt), {}};
    if (step.record.contact.solver.active < 10) continue;
    step.dumped = simulation->contact_problem().value();
    return step;
  }
  ADD_FAILURE() << "the box does not touch the floor";
  return {};
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    most = std::max(most, std::fabs(a[k] - b[k]));
  return most;
}

}  // namespace

/// W from M and H is the one that the simulation made of its scalar factor, and q is its own: the
/// error of its impulses is what its report says, to the rounding of sums of a hundred terms over
/// an error of 1e-6.
TEST(DumpedProblems, JudgeTheSimulationsImpulsesAsItsReportDoes) {
  const auto [record, dumped] = touching_step(sliding_box("automatic", 1e-6));
  const double error = coulomb_errors(condensed(*dumped.global), dumped.solution->r).coulomb;
  EXPECT_GT(error, 0);
  EXPECT_LE(error, 1e-6);
  EXPECT_NEAR(error, record.contact.solver.residual, 1e-12);
  EXPECT_EQ(dumped.global->contacts(), record.contact.count);
}

/// Errors are velocities relative to the largest |q|. W is well conditioned here (below 1e3), so
/// that velocities are as good as 1e3 tolerances.
TEST(DumpedProblems, HaveTheSimulationsAnswer) {
  const auto [record, dumped] = touching_step(sliding_box("automatic", 1e-10));
  const FrictionProblem problem = in_both_forms(*dumped.global);
  const double scale = coulomb_errors(problem, dumped.solution->r).scale;
  for (const char* solver : {"pgs", "proximal_newton"}) {
    std::vector<Vec3> r(problem.q.size());
    ASSERT_TRUE(coulomb_solver(solver)(problem, {1e-10, 60}, r).converged) << solver;
    const std::vector<double> v = body_velocities(*dumped.global, r);
    EXPECT_LE(largest_difference(v, dumped.solution->v), 1e-7 * scale) << solver;
    EXPECT_LE(
        largest_difference(flat(contact_velocities(*dumped.global, v)), flat(dumped.solution->u)),
        1e-7 * scale)
        << solver;
  }
}

/// Staggered projections stop at sqrt(tolerance) of another residual; the dumped problem tells what
/// they leave by the one of all solvers.
TEST(DumpedProblems, AreWhatStaggeredProjectionsSolveToo) {
  const auto [record, dumped] = touching_step(sliding_box("schurpa_sp", 1e-8));
  const CoulombErrors errors = coulomb_errors(condensed(*dumped.global), dumped.solution->r);
  EXPECT_LE(errors.coulomb, 1e-4);
  EXPECT_GT(coulomb_errors(condensed(*dumped.global), dumped.guesses.at(0).r).coulomb,
            10 * errors.coulomb);
}

}  // namespace eulersolid::test
