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
  std::vector<int> sub_steps;                  ///< 1 or 0 for each step
  std::vector<std::pair<int, double>> frames;  ///< number and time
  std::vector<std::string> notes;
  RunEnd end = RunEnd::finished;
};

/// Run a scene with these stable steps, and stop after step `stop` (0: never).
Course run(const Scene& scene, const std::vector<double>& stable, std::size_t stop = 0) {
  fake_plan() = {};
  fake_plan().stable = stable;
  FakeSimulation simulation(scene);
  Course result;
  RunEvents events;
  events.start = [&](int frame) { result.frames.emplace_back(frame, simulation.time()); };
  events.step = [&](const StepRecord& step, std::optional<int> frame) {
    EXPECT_EQ(step.time, simulation.time());
    result.sub_steps.push_back(step.sub_step);
    if (frame) result.frames.emplace_back(*frame, simulation.time());
  };
  events.note = [&](const std::string& text) { result.notes.push_back(text); };
  events.interrupted = [&] { return simulation.steps.size() == stop; };
  result.end = run_frames(simulation, scene, events);
  result.steps = simulation.steps;
  return result;
}

void expect_whole_steps(const Course& result) {
  EXPECT_EQ(result.steps, std::vector<double>(12, 0.005));
  EXPECT_EQ(result.sub_steps, std::vector<int>(12, 0));
  EXPECT_TRUE(result.notes.empty());
  ASSERT_EQ(result.frames.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(result.frames[std::size_t(i)].first, 3 + i);
    EXPECT_NEAR(result.frames[std::size_t(i)].second, i / 50.0, 1e-15);
  }
  EXPECT_EQ(result.end, RunEnd::finished);
}

TEST(RunLoop, StableFixedStepsAreUsedAsTheyAre) {
  expect_whole_steps(run(scene_of(0.06, 50, 0.005), {0.005}));
  expect_whole_steps(run(scene_of(0.06, 50, 0.005), {1}));
}

TEST(RunLoop, UnstableFixedStepsAreUsedAsTheyAreWhereTheSceneSaysSo) {
  Scene scene = scene_of(0.06, 50, 0.005);
  scene.time.allow_unstable = true;
  expect_whole_steps(run(scene, {1e-9}));
}

/// 5 ms in three parts where 2 ms are stable: each a row of its own, marked, and hitting the
/// frames.
TEST(RunLoop, TooLongFixedStepsAreTakenInEqualParts) {
  const Course result = run(scene_of(0.06, 50, 0.005), {0.002});
  ASSERT_EQ(result.steps.size(), 36u);
  for (const double dt : result.steps) EXPECT_NEAR(dt, 0.005 / 3, 1e-15);
  EXPECT_EQ(result.sub_steps, std::vector<int>(36, 1));
  ASSERT_EQ(result.frames.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(result.frames[i].second, double(i) / 50, 1e-15);
  EXPECT_EQ(result.notes,
            std::vector<std::string>{"at 0 s a dt of 0.005 s is too long, 0.002 s is stable (body "
                                     "\"a\": waves): it is taken in 3 equal sub-steps; run.json "
                                     "counts all there are"});
}

/// What is left of a fixed step is divided anew when the stable step gets shorter on the way; the
/// next fixed steps are whole again.
TEST(RunLoop, SubStepsFollowTheStableStep) {
  const Course result = run(scene_of(0.02, 50, 0.01), {0.006, 0.002, 0.002, 0.0018, 1, 1});
  const std::vector<double> expected = {0.005, 0.005 / 3, 0.005 / 3, 0.005 / 3, 0.01};
  // 1.6667 ms are left when 1.8 ms are stable: the last part stays whole.
  ASSERT_EQ(result.steps.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(result.steps[i], expected[i], 1e-15);
  EXPECT_EQ(result.sub_steps, (std::vector<int>{1, 1, 1, 1, 0}));
  EXPECT_EQ(result.steps.back(), 0.01);  // to the last bit
  EXPECT_EQ(result.notes.size(), 1u);
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

/// Wherever it was left, between frames or sub-steps, on one or just short of one by rounding: the
/// frames that are still to come come, no other, and the steps are those of the whole run.
void expect_to_go_on(const Scene& scene, const std::vector<double>& stable) {
  const Course whole = run(scene, stable);
  double time = 0;
  for (std::size_t left = 1; left < whole.steps.size(); ++left) {
    fake_plan() = {};
    fake_plan().stable.clear();
    for (std::size_t i = 0; i < stable.size(); ++i)
      fake_plan().stable.push_back(stable[(i + left) % stable.size()]);
    FakeSimulation simulation(scene);
    SimulationState state;
    state.time = time += whole.steps[left - 1];
    simulation.set_state(state);
    std::vector<int> frames;
    RunEvents events;
    events.start = [](int) { FAIL() << "the first frame comes again"; };
    events.step = [&](const StepRecord& step, std::optional<int> frame) {
      EXPECT_EQ(step.sub_step, whole.sub_steps[left + simulation.steps.size() - 1]);
      if (frame) frames.push_back(*frame);
    };
    events.note = [](const std::string&) {};
    events.interrupted = [] { return false; };
    run_frames(simulation, scene, events);
    EXPECT_EQ(simulation.steps,
              std::vector<double>(whole.steps.begin() + long(left), whole.steps.end()))
        << left;
    std::vector<int> expected;
    for (const auto& [frame, when] : whole.frames)
      if (when > time + 1e-9) expected.push_back(frame);
    EXPECT_EQ(frames, expected) << left;
  }
}

TEST(RunLoop, GoesOnFromWhereTheSimulationIs) {
  expect_to_go_on(scene_of(0.06, 50, 0.005), {1});
  expect_to_go_on(scene_of(0.06, 50, std::nullopt), {0.003});
  expect_to_go_on(scene_of(0.06, 50, 0.005), {0.002, 0.004, 0.0011, 1, 0.0007});
}

TEST(RunLoop, RefusesAStableStepThatLeadsNowhere) {
  for (const double stable : {0.0, -1.0, std::nan(""), 1e-12})
    EXPECT_THROW(run(scene_of(1, 10, std::nullopt), {stable}), SimulationError) << stable;
}

}  // namespace
}  // namespace eulersolid
