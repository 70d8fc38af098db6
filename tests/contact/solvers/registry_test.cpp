#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "contact/solvers/registry.h"
#include "kernels/core/error.h"
#include "tests/contact/assemble/assembly.h"
#include "tests/contact/solvers/small_problems.h"

using namespace eulersolid;

namespace {

std::vector<std::string> names() {
  std::istringstream stream{std::string(solver_names)};
  std::vector<std::string> result;
  for (std::string name; stream >> name;) result.push_back(name);
  return result;
}

/// Settings that leave impulses an error of 1e-9, from tolerances that may be squares.
constexpr double agreement = 1e-9;
SolverSettings exact() { return {.tolerance = 1e-22, .max_iterations = 500}; }

}  // namespace

TEST(Registry, HasEachNameOnce) {
  const std::vector<std::string> all = names();
  EXPECT_GE(all.size(), 2u);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  for (const std::string& name : all) {
    EXPECT_NE(make_solver(name, {}), nullptr);
    EXPECT_NE(solver_summaries.find("`" + name + "`: "), std::string_view::npos) << name;
  }
}

TEST(Registry, NamesTheChoicesWhereAnotherIsAskedFor) {
  try {
    make_solver("newton", {});
    FAIL() << "there is no such solver";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_TRUE(message.starts_with(
        "there is no contact solver \"newton\"; there are schurpa_sp direct_sp interior_point_sp"))
        << message;
  }
}

/// What solves Coulomb's law only cannot be asked for the pyramid.
TEST(Registry, RefusesThePyramidWhereThereIsOnlyTheDisc) {
  EXPECT_NE(make_solver("direct_sp", {.cone = FrictionCone::pyramid}), nullptr);
  EXPECT_THROW(make_solver("pgs", {.cone = FrictionCone::pyramid}), InputError);
}

/// Catches a frame, a bound, a coefficient or a block that a solver reads wrongly.
TEST(EverySolver, FindsTheSolutionThatAProblemWasMadeAround) {
  for (const std::string& name : names()) {
    for (const int contacts : {1, 2, 3, 4, 13, 40}) {
      KnownProblem known(contacts);
      const SolverReport report =
          make_solver(name, exact())->solve(known.problem(), known.impulses());
      EXPECT_TRUE(report.converged) << name << ", " << contacts << ": " << report.reason;
      EXPECT_LE(known.error(), agreement) << name << ", " << contacts;
      EXPECT_EQ(report.active, contacts - (contacts + 3) / 4) << name;  // every fourth is open
    }
  }
}

/// With mu = 0 impulses are normal, whatever friction the solver is started from.
TEST(EverySolver, LeavesNoFrictionWhereThereIsNone) {
  for (const std::string& name : names()) {
    KnownProblem known(13, 0);
    known.friction_impulse.assign(std::vector<Vec3>(13, Vec3{0.1, -0.2, 0.3}));
    const SolverReport report =
        make_solver(name, exact())->solve(known.problem(), known.impulses());
    EXPECT_TRUE(report.converged) << name;
    EXPECT_LE(known.error(), agreement) << name;
  }
}

TEST(EverySolver, AcceptsAProblemWithoutContacts) {
  for (const std::string& name : names()) {
    const SolverReport report = make_solver(name, {})->solve({}, {});
    EXPECT_TRUE(report.converged) << name;
    EXPECT_EQ(report.iterations, 0) << name;
  }
}

/// Without an operator nothing can be solved, and the report says so.
TEST(EverySolver, SaysWhatItMisses) {
  for (const std::string& name : names()) {
    KnownProblem known(4);
    ProblemView problem = known.problem();
    problem.blocks.reset();
    const SolverReport report = make_solver(name, exact())->solve(problem, known.impulses());
    EXPECT_FALSE(report.converged) << name;
    EXPECT_NE(report.reason, "") << name;
  }
}

/// Catches a solver that ignores what it starts from, or takes it in another order.
TEST(EverySolver, StopsAtOnceFromTheSolution) {
  for (const std::string& name : names()) {
    KnownProblem known(13);
    const auto solver = make_solver(name, exact());
    solver->solve(known.problem(), known.impulses());
    const SolverReport again = solver->solve(known.problem(), known.impulses());
    EXPECT_TRUE(again.converged) << name;
    EXPECT_LE(again.iterations, 1) << name;
    EXPECT_LE(known.error(), agreement) << name;
  }
}

/// Workspaces are kept, and nothing else: a problem in between does not change an answer's bits.
TEST(EverySolver, RemembersNothing) {
  for (const std::string& name : names()) {
    KnownProblem before(40, 1, 8), known(13), fresh(13);
    const auto solver = make_solver(name, exact());
    solver->solve(before.problem(), before.impulses());
    solver->solve(known.problem(), known.impulses());
    make_solver(name, exact())->solve(fresh.problem(), fresh.impulses());
    EXPECT_EQ(known.normal_impulse.to_host(), fresh.normal_impulse.to_host()) << name;
  }
}

/// The collision of two balls, each form of its operator by itself.
TEST(EverySolver, FindsTheSameImpulsesFromEachFormOfTheOperator) {
  for (const std::string& name : names()) {
    TwoBalls balls;
    Assembly assembly(balls.grid, {balls.a.view(), balls.b.view()}, {}, 0.4);
    ProblemView all = assembly.problem(0.04);
    const DeviceBlockMatrix blocks(blocks_of_gram(assembly.gram, all.frames, all.compliance));
    ProblemView only_gram = all, only_blocks = all;
    only_gram.global.reset();
    only_blocks.global.reset(), only_blocks.gram.reset();
    only_blocks.blocks = blocks.rows();
    std::vector<double> expected;
    double scale = 0;
    for (const ProblemView* problem : {&all, &only_gram, &only_blocks}) {
      fill_zero(assembly.data.normal_impulse.span());
      fill_zero(assembly.data.friction_impulse.span());
      const SolverReport report =
          make_solver(name, exact())->solve(*problem, assembly.data.impulses());
      EXPECT_TRUE(report.converged) << name << ": " << report.reason;
      EXPECT_GT(report.active, 5);
      const std::vector<double> normal = assembly.data.normal_impulse.to_host();
      if (expected.empty()) expected = normal;
      for (const double r : normal) scale = std::fmax(scale, r);
      for (std::size_t c = 0; c < normal.size(); ++c) {
        EXPECT_NEAR(normal[c], expected[c], 1e-8 * scale) << name << ", contact " << c;
      }
    }
  }
}
