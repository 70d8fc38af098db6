#include "src/run/alarms.h"

#include <gtest/gtest.h>

#include <regex>

#include "kernels/core/error.h"
#include "tests/simulation/runs.h"

/// Alarms on simulations whose motion is falsified on purpose: what the ledgers then restore is
/// known.

namespace eulersolid::test {
namespace {

/// A ball that flies and does nothing else: all nodes move alike, so that transport loses nothing.
Scene flight() {
  Scene scene = empty_scene(0.05);
  scene.bodies.push_back(ball("ball", {-0.5, 0.01, 0.02}, 0.2, soft()));
  scene.bodies[0].velocity = {1, 0.3, -0.2};
  scene.time.dt = 0.001;
  return scene;
}

/// How the velocities of the one body are falsified before a step.
using Falsify = std::function<void(HostState& body)>;

/// Which keeps its length, and the energy of a body that does not turn.
void turn_momentum(HostState& body, double angle) {
  const Vec3 across = normalized(cross(flight().bodies[0].velocity, Vec3{0, 0, 1}));
  for (Vec3& v : body.v) v = std::cos(angle) * v + std::sin(angle) * cross(across, v);
}

struct Outcome {
  int first = 0;        ///< step above the threshold of warnings
  std::string stopped;  ///< the alarm that ended the run, empty without one
  int steps = 0;        ///< with the one that it ended in
  BodyRecord body;
};

Outcome falsified(const Scene& scene, int max_steps, const Falsify& falsify) {
  const auto simulation = make_simulation(Backend::cpu, scene);
  Alarms alarms(scene.alarms);
  Outcome outcome;
  try {
    while (outcome.steps < max_steps) {
      SimulationState state = simulation->state();
      falsify(state.bodies[0]);
      simulation->set_state(state);
      const StepRecord step = simulation->advance(*scene.time.dt);
      ++outcome.steps;
      outcome.body = simulation->bodies()[0];
      if (alarms.check(step, {outcome.body}) > 0 && outcome.first == 0)
        outcome.first = outcome.steps;
    }
  } catch (const SimulationError& error) {
    outcome.stopped = error.what();
  }
  return outcome;
}

/// Each step the momentum is turned by 0.105 % of it, which keeps the energy, and restored: more
/// than 1 % after ten steps, and more than 5 % after 48. The state travels to another simulation in
/// each step, so this catches sums that are not part of it, too.
TEST(Alarms, MomentumThatIsRestoredInEachStepEndsTheRun) {
  const Outcome outcome =
      falsified(flight(), 100, [](HostState& body) { turn_momentum(body, 0.00105); });
  EXPECT_EQ(outcome.steps, 48);
  EXPECT_EQ(outcome.first, 10);
  EXPECT_TRUE(outcome.stopped.starts_with(
      "step 48 (t = 0.048 s): body \"ball\": momentum restored since the start is 5.04 % of its "
      "greatest momentum, above the 5 % of [alarms] stop"))
      << outcome.stopped;
}

/// Errors that are as often of one sign as of the other leave the motion as it is.
TEST(Alarms, MomentumThatComesAndGoesIsNone) {
  double angle = 0.002;
  const Outcome outcome = falsified(flight(), 60, [&](HostState& body) {
    turn_momentum(body, angle);
    angle = -angle;
  });
  EXPECT_EQ(outcome.stopped, "");
  EXPECT_EQ(outcome.first, 0);
}

/// A box of two to three cells is too coarse to turn: whichever alarm comes, it must come in the
/// first step in which a column says so, and not before.
TEST(Alarms, ABodyTooCoarseToTurnEndsTheRun) {
  Scene scene = empty_scene(0.1);
  scene.bodies.push_back(box("box", {0.01, 0.02, 0.03}, {0.25, 0.3, 0.2}, soft()));
  scene.bodies[0].angular_velocity = {4, 3, 5};
  scene.time.dt = 0.002;
  const auto worst = [](const BodyRecord& body) {
    return std::max(
        {std::fabs(body.drift.momentum), std::fabs(body.drift.spin), std::fabs(body.drift.left)});
  };
  const auto simulation = make_simulation(Backend::cpu, scene);
  Alarms alarms(scene.alarms);
  std::string words;
  for (int step = 0; step < 1000 && words.empty(); ++step) {
    const StepRecord record = simulation->advance(*scene.time.dt);
    const std::vector<BodyRecord> bodies = simulation->bodies();
    try {
      alarms.check(record, bodies);
      EXPECT_LE(worst(bodies[0]), scene.alarms.stop);
    } catch (const SimulationError& error) {
      words = error.what();
      EXPECT_GT(worst(bodies[0]), scene.alarms.stop);
    }
  }
  RecordProperty("message", words);
  EXPECT_TRUE(std::regex_search(words, std::regex("^step [0-9]+ .*body \"box\": .* % of its ")))
      << words;
}

}  // namespace
}  // namespace eulersolid::test
