#include "src/run/run_loop.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/src/fake_simulation.h"

namespace eulersolid {
namespace {

Scene scene_of(double duration, double fps, std::optional<double> dt) {
  Scene scene;
  scene.time.duration = duration, scene.time.dt = dt;
  scene.output.fps = fps, scene.output.start_frame = 3;
  return scene;
}

struct Course {
  std::vector<double> steps;
  std::vector<std::pair<int, double>> frames;  ///< number and time
  RunEnd end = RunEnd::finished;
};

/// Run a scene with these answers of stable_dt(), and stop after step `stop` (0: never).
Course run(const Scene& scene, const std::vector<double>& stable, std::size_t stop = 0) {
  fake_plan() = {};
  fake_plan().stable = stable;
  FakeSimulation simulation(scene);
  Course result;
  RunEvents events;
  events.start = [&](int frame) { result.frames.emplace_back(frame, simulation.time()); };
  events.step = [&](const StepRecord& step, std::optional<int> frame) {
    EXPECT_EQ(step.time, simulation.time());
    if (frame) result.frames.emplace_back(*frame, simulation.time());
  };
  events.interrupted = [&] { return simulation.steps.size() == stop; };
  result.end = run_frames(simulation, scene, events);
  result.steps = simulation.steps;
  return result;
}

TEST(RunLoop, FixedStepsAreUsedAsTheyAre) {
  const Course result = run(scene_of(0.06, 50, 0.005), {1e-9});
  EXPECT_EQ(result.steps, std::vector<double>(12, 0.005));
  ASSERT_EQ(result.frames.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(result.frames[std::size_t(i)].first, 3 + i);
    EXPECT_NEAR(result.frames[std::size_t(i)].second, i / 50.0, 1e-15);
  }
  EXPECT_EQ(result.end, RunEnd::finished);
}

/// With 0.1 s between frames and 0.03 s stable, four equal steps, not three and a small one.
TEST(RunLoop, FreeStepsDivideTheWayToAFrameEvenly) {
  const Course result = run(scene_of(0.2, 10, std::nullopt), {0.03});
  ASSERT_EQ(result.steps.size(), 8u);
  for (const double dt : result.steps) EXPECT_NEAR(dt, 0.025, 1e-15);
  EXPECT_NEAR(result.frames.back().second, 0.2, 1e-15);
}

TEST(RunLoop, FreeStepsFollowTheStableStepAndHitFrames) {
  const std::vector<double> stable{0.07, 0.02, 0.5};
  const Course result = run(scene_of(1, 10, std::nullopt), stable);
  for (std::size_t i = 0; i < result.steps.size(); ++i)
    EXPECT_LE(result.steps[i], stable[i % 3] * (1 + 1e-8));
  ASSERT_EQ(result.frames.size(), 11u);
  for (std::size_t i = 0; i < 11; ++i) EXPECT_NEAR(result.frames[i].second, double(i) / 10, 1e-14);
}

TEST(RunLoop, AStableStepThatDividesTheFrameIsNotCut) {
  EXPECT_EQ(run(scene_of(0.1, 10, std::nullopt), {0.1}).steps.size(), 1u);
  EXPECT_EQ(run(scene_of(0.1, 10, std::nullopt), {0.1 / 3}).steps.size(), 3u);
}

TEST(RunLoop, EndsAtTheLastWholeFrame) {
  EXPECT_EQ(last_frame(scene_of(0.07, 50, 0.005)), 6);
  EXPECT_EQ(last_frame(scene_of(0.3, 10, 0.1)), 6);  // 0.3 * 10 rounds to below 3
  EXPECT_EQ(last_frame(scene_of(0, 50, 0.005)), 3);
  EXPECT_DOUBLE_EQ(frame_time(scene_of(1, 50, 0.005), 4), 0.02);
  const Course none = run(scene_of(0, 50, 0.005), {1});
  EXPECT_EQ(none.steps.size(), 0u);
  EXPECT_EQ(none.frames.size(), 1u);
}

TEST(RunLoop, StopsAfterTheStepThatIsInterrupted) {
  const Course early = run(scene_of(0.06, 50, 0.005), {1}, 5);
  EXPECT_EQ(early.end, RunEnd::interrupted);
  EXPECT_EQ(early.steps.size(), 5u);
  EXPECT_EQ(early.frames.size(), 2u);
  EXPECT_EQ(run(scene_of(0.06, 50, 0.005), {1}, 12).end, RunEnd::finished);  // it was done anyway
}

/// Wherever it was left, between frames, on one or just short of one by rounding: the frames that
/// are still to come come, no other, and the steps are those of the whole run.
TEST(RunLoop, GoesOnFromWhereTheSimulationIs) {
  const Scene scene = scene_of(0.06, 50, 0.005);
  const Course whole = run(scene, {1});
  for (std::size_t left = 1; left < whole.steps.size(); ++left) {
    fake_plan() = {};
    FakeSimulation simulation(scene);
    SimulationState state;
    for (std::size_t i = 0; i < left; ++i) state.time += whole.steps[i];
    simulation.set_state(state);
    std::vector<int> frames;
    RunEvents events;
    events.start = [](int) { FAIL() << "the first frame comes again"; };
    events.step = [&](const StepRecord&, std::optional<int> frame) {
      if (frame) frames.push_back(*frame);
    };
    events.interrupted = [] { return false; };
    run_frames(simulation, scene, events);
    EXPECT_EQ(simulation.steps.size(), whole.steps.size() - left) << left;
    EXPECT_EQ(frames.size(), 3 - left / 4) << left;
    EXPECT_EQ(frames.back(), 6) << left;
  }
}

TEST(RunLoop, RefusesAStableStepThatLeadsNowhere) {
  for (const double stable : {0.0, -1.0, std::nan(""), 1e-12})
    EXPECT_THROW(run(scene_of(1, 10, std::nullopt), {stable}), SimulationError) << stable;
}

}  // namespace
}  // namespace eulersolid
