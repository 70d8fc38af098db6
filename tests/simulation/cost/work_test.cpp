#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "kernels/core/work_counts.h"
#include "tests/simulation/runs.h"

/// What a step asks of a backend beside arithmetic, on six scenes: on a GPU that is what steps of
/// so few cells take. It is counted, not timed, so that anything that is added shows.

namespace eulersolid::test {
namespace {

constexpr int counted = 4;  // steps, after which no list grows much

/// At most, a step.
struct Budget {
  double loops, library_calls, read_backs, uploads, allocations;
};

struct Case {
  const char* scene;
  int steps;  ///< before those that are counted
  Budget cpu, gpu;
  bool touches = true;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.scene; }

bool on_gpu() {
  const char* const backend = std::getenv("ES_TEST_BACKEND");
  return backend != nullptr && std::string_view(backend) == "gpu";
}

class Steps : public testing::TestWithParam<Case> {};

TEST_P(Steps, AskForNoMoreThanTheirBudget) {
  const Scene scene = scene_file(GetParam().scene);
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, scene);
  const auto advance = [&] { return simulation->advance(next_step(*simulation, scene)); };
  for (int step = 0; step < GetParam().steps; ++step) advance();
  const WorkCounts before = work_counts();
  int contacts = 0;
  for (int step = 0; step < counted; ++step) contacts += advance().contact.count;
  const WorkCounts work = work_counts() - before;
  const auto a_step = [&](Work kind) { return double(work[kind]) / counted; };
  const Budget& most = on_gpu() ? GetParam().gpu : GetParam().cpu;
  RecordProperty("contacts", contacts / counted);
  RecordProperty("loops", std::to_string(a_step(Work::loop)));
  RecordProperty("library_calls", std::to_string(a_step(Work::library_call)));
  RecordProperty("read_backs", std::to_string(a_step(Work::read_back)));
  RecordProperty("uploads", std::to_string(a_step(Work::upload)));
  RecordProperty("allocations", std::to_string(a_step(Work::allocation)));
  EXPECT_EQ(contacts > 0, GetParam().touches);
  EXPECT_GE(a_step(Work::loop), 0.8 * most.loops);  // or something is not counted
  EXPECT_GE(a_step(Work::read_back), 0.8 * most.read_backs);
  EXPECT_LE(a_step(Work::loop), most.loops);
  EXPECT_LE(a_step(Work::library_call), most.library_calls);
  EXPECT_LE(a_step(Work::read_back), most.read_backs);
  EXPECT_LE(a_step(Work::upload), most.uploads);
  EXPECT_LE(a_step(Work::allocation), most.allocations);
}

/// Each operator takes time, and together they are what bodies take; only calls are between them.
TEST(Operators, ShareTheTimeOfTheGrid) {
  const Scene scene = scene_file("two_balls");
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, scene);
  StepSeconds all;
  double grid = 0;
  for (int step = 0; step < 10; ++step) {
    const StepRecord record = simulation->advance(next_step(*simulation, scene));
    grid += record.seconds_grid;
    visit_step_seconds(
        [&](const char*, double StepSeconds::*part) { all.*part += record.operators.*part; });
  }
  visit_step_seconds(
      [&](const char* name, double StepSeconds::*part) { EXPECT_GT(all.*part, 0) << name; });
  EXPECT_LE(all.sum(), grid * (1 + 1e-12));
  EXPECT_GT(all.sum(), 0.5 * grid);
}

INSTANTIATE_TEST_SUITE_P(
    OfScenes, Steps,
    testing::Values(Case{"cylinder_collision", 20, {1134, 71, 246, 26, 4}, {470, 29, 130, 38, 1}},
                    Case{"block_on_floor", 12, {795, 42, 245, 87, 0}, {918, 18, 260, 112, 0}},
                    Case{"block_on_incline", 12, {481, 29, 152, 41, 0}, {540, 18, 157, 53, 0}},
                    Case{"squeezed_ball", 18, {362, 23, 111, 23, 0}, {410, 17, 116, 32, 0}},
                    Case{"two_balls", 12, {198, 18, 38, 3, 0}, {105, 1, 16, 3, 0}, false},
                    Case{"oblique_impact", 12, {230, 21, 44, 3, 26}, {162, 3, 28, 3, 0}}),
    [](const auto& one) { return std::string(one.param.scene); });

}  // namespace
}  // namespace eulersolid::test
