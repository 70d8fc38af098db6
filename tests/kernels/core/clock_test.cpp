#include "kernels/core/clock.h"

#include <gtest/gtest.h>

#include <thread>

namespace eulersolid {
namespace {

/// Waiting counts a tenth; what little the thread does besides takes far less than the rest.
TEST(WorkClock, DoesNotCountWhatOthersHaveTheProcessorFor) {
  const WorkClock work;
  const Clock::time_point start = Clock::now();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_GE(work.seconds(), 0.1 * 0.2);
  EXPECT_LE(work.seconds(), 0.5 * seconds_since(start));
}

TEST(WorkClock, CountsWork) {
  const WorkClock work;
  const Clock::time_point start = Clock::now();
  // However busy the machine is, the thread gets a moment of its own some time.
  while (work.seconds() < 0.01 && seconds_since(start) < 60) {
  }
  EXPECT_GE(work.seconds(), 0.01);
  EXPECT_LE(work.seconds(), seconds_since(start) + 0.01);
}

TEST(Deadline, PassesAfterItsWorkAndNeverWithoutOne) {
  EXPECT_TRUE(Deadline(-1).passed());
  EXPECT_FALSE(Deadline(1e9).passed());
  EXPECT_FALSE(Deadline().passed());
}

}  // namespace
}  // namespace eulersolid
