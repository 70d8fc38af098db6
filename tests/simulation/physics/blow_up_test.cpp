#include <gtest/gtest.h>

#include <regex>

#include "kernels/core/error.h"
#include "src/run/run_loop.h"
#include "tests/simulation/runs.h"

/// A simulation that cannot go on says so, instead of writing frames of nonsense.

namespace eulersolid::test {
namespace {

/// [m/s]
double pressure_wave(const MaterialSpec& m) {
  const double E = m.parameters.at("youngs_modulus"), nu = m.parameters.at("poissons_ratio");
  return std::sqrt(E * (1 - nu) / ((1 + nu) * (1 - 2 * nu)) / m.density);
}

/// Steps until the simulation gives up; its last words, empty when it never does.
std::string last_words(const Scene& scene, int steps) {
  const auto simulation = make_simulation(Backend::cpu, scene);
  try {
    for (int step = 0; step < steps; ++step) simulation->advance(*scene.time.dt);
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "";
}

/// At 1.5 times the time that a wave takes through a cell, explicit steps are unstable. Catches NaN
/// that travels on in silence, and messages without the body, the step or the quantity.
TEST(BlowUp, NamesBodyStepAndQuantity) {
  Scene scene = scene_file("block_on_floor");
  scene.bodies[0].material.viscosity = 0;
  scene.time.dt = 1.5 * scene.grid.cell_size / pressure_wave(scene.bodies[0].material);
  scene.time.allow_unstable = true;
  const std::string words = last_words(scene, 1000);
  RecordProperty("message", words);
  EXPECT_TRUE(std::regex_search(words, std::regex("step [0-9]+"))) << words;
  EXPECT_TRUE(std::regex_search(words, std::regex("body \"block\""))) << words;
  EXPECT_TRUE(std::regex_search(words, std::regex("velocity|m/s|det\\(grad X\\)|mass"))) << words;
}

/// The same step in parts that are stable, as a run takes it: the block rests, as it did at the
/// start.
TEST(BlowUp, IsPreventedBySubSteps) {
  Scene scene = scene_file("block_on_floor");
  scene.bodies[0].material.viscosity = 0;
  const double dt = 1.5 * scene.grid.cell_size / pressure_wave(scene.bodies[0].material);
  scene.time.dt = dt, scene.output.fps = 1 / (10 * dt), scene.time.duration = 20 * dt;
  const auto simulation = make_simulation(Backend::cpu, scene);
  std::vector<StepRecord> steps;
  std::vector<std::string> warnings;
  RunEvents events;
  events.start = [](int) {};
  events.step = [&](const StepRecord& step, std::optional<int>) { steps.push_back(step); };
  events.note = [&](const std::string& text) { warnings.push_back(text); };
  events.interrupted = [] { return false; };
  run_frames(*simulation, scene, events);
  EXPECT_NEAR(simulation->time(), 20 * dt, 1e-12);
  EXPECT_EQ(warnings.size(), 1u);
  EXPECT_GE(steps.size(), 40u);
  const double weight = steps.back().mass * gravity * scene.grid.cell_size;
  for (const StepRecord& step : steps) {
    EXPECT_EQ(step.sub_step, 1);
    EXPECT_LT(step.kinetic + step.elastic, 0.1 * weight);  // of a fall by a tenth of a cell
  }
}

/// The same scene within the limit goes through: the error above is about the step, not the scene.
TEST(BlowUp, DoesNotComeWithinTheLimit) {
  Scene scene = scene_file("block_on_floor");
  scene.bodies[0].material.viscosity = 0;
  scene.time.dt = 0.5 * scene.grid.cell_size / pressure_wave(scene.bodies[0].material);
  EXPECT_EQ(last_words(scene, 200), "");
}

/// Its masses fit a double, sums of their squares do not: a table without a number in it is no
/// result.
TEST(BlowUp, NamesTheColumnThatIsNotFinite) {
  Scene scene = empty_scene(0.05);
  scene.bodies.push_back(ball("giant", {}, 0.2, soft()));
  scene.bodies[0].material.density = 1e200, scene.bodies[0].velocity = {1, 0, 0};
  scene.time.dt = 0.001;
  EXPECT_EQ(last_words(scene, 1), "step 1 (t = 0 s): all bodies: ledger_correction is not finite");
}

/// A body that outruns the grid, more than a cell in a step.
TEST(BlowUp, NamesTheSpeedOfABodyThatCrossesMoreThanACellInAStep) {
  Scene scene = empty_scene(0.05);
  scene.bodies.push_back(ball("comet", {}, 0.2, soft()));
  scene.bodies[0].velocity = {30, 0, 0};
  scene.time.dt = 0.002;  // 0.06 m: 1.2 cells
  const std::string words = last_words(scene, 1);
  EXPECT_NE(words.find("\"comet\""), std::string::npos) << words;
  EXPECT_NE(words.find("step 1 "), std::string::npos) << words;
  EXPECT_NE(words.find("30 m/s"), std::string::npos) << words;
}

/// One staggered iteration, and twice three with shorter ways, are too few for this tolerance, and
/// enough to go on with: each such step is counted, and the first is told. Catches friction that is
/// handed on unconverged in silence.
TEST(Staggering, ThatDoesNotConvergeIsCounted) {
  Scene scene = scene_file("oblique_impact");
  scene.contact.tolerance = 1e-24, scene.contact.max_staggered = 1;
  const auto simulation = make_simulation(Backend::cpu, scene);
  int unconverged = 0;
  for (int step = 0; step < 40; ++step) {  // they meet in step 24
    const StepRecord record = simulation->advance(*scene.time.dt);
    EXPECT_LE(record.contact.solver.residual, 1e-3) << record.step;
    if (record.sp_unconverged == 1) {
      EXPECT_EQ(record.contact.solver.iterations, 7) << record.step;
      EXPECT_EQ(record.contact.solver.retries, 2) << record.step;
      EXPECT_NE(record.contact.solver.reason.find("staggered projections did not converge"),
                std::string::npos);
    }
    unconverged += record.sp_unconverged;
  }
  EXPECT_GT(unconverged, 5);
}

}  // namespace
}  // namespace eulersolid::test
