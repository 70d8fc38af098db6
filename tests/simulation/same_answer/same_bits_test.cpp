#include <gtest/gtest.h>

#include <cstring>

#include "kernels/core/threads.h"
#include "tests/io/run/record_difference.h"
#include "tests/simulation/runs.h"

/// One answer for any number of threads, any order of the loops, and any repetition.

namespace eulersolid::test {
namespace {

/// What a run computed, as bytes.
struct Trace {
  std::vector<StepRecord> steps;
  FrameMaps frame;
  int active = 0;  ///< most active contacts
};

/// Fifteen steps of nine cylinders that touch from the start, with friction.
Trace trace(int thread_count, bool reversed) {
  const int threads_before = threads();
  set_threads(thread_count);
  set_loops_reversed(reversed);
  const Scene scene = scene_file("cylinder_collision");
  const auto simulation = make_simulation(Backend::cpu, scene);
  Trace result;
  for (int step = 0; step < 15; ++step) {
    result.steps.push_back(simulation->advance(*scene.time.dt));
    result.active = std::max(result.active, result.steps.back().contact.solver.active);
  }
  result.frame = simulation->sample(1);
  set_threads(threads_before);
  set_loops_reversed(false);
  return result;
}

template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

void expect_same(const Trace& a, const Trace& b) {
  ASSERT_GT(a.active, 0);
  for (std::size_t step = 0; step < a.steps.size(); ++step)
    ASSERT_EQ(differences(step_fields, a.steps[step], b.steps[step]), "") << "step " << step + 1;
  for (std::size_t i = 0; i < a.frame.bodies.size(); ++i) {
    const BodyMap &one = a.frame.bodies[i], &two = b.frame.bodies[i];
    EXPECT_TRUE(same_bytes(one.u, two.u)) << one.name;
    EXPECT_TRUE(same_bytes(one.velocity, two.velocity)) << one.name;
    EXPECT_TRUE(same_bytes(one.known, two.known)) << one.name;
  }
}

const Trace& reference() {
  static const Trace one_thread = trace(1, false);
  return one_thread;
}

TEST(SameBits, WhenRunAgain) { expect_same(reference(), trace(1, false)); }
TEST(SameBits, WithTwoThreads) { expect_same(reference(), trace(2, false)); }
TEST(SameBits, WithFiveThreads) { expect_same(reference(), trace(5, false)); }  // divides nothing
TEST(SameBits, WithLoopsReversed) { expect_same(reference(), trace(1, true)); }
TEST(SameBits, WithLoopsReversedOnThreeThreads) { expect_same(reference(), trace(3, true)); }

}  // namespace
}  // namespace eulersolid::test
