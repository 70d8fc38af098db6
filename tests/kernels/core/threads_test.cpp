#include "kernels/core/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

namespace eulersolid {
namespace {

constexpr double large = 1e6;  // iterations: alike, so that two threads take half of the time

/// With two threads, and as it was before afterwards.
class SharedPieces : public ::testing::Test {
 protected:
  SharedPieces() { set_threads(2); }
  ~SharedPieces() override { set_threads(before_); }

 private:
  int before_ = threads();
};

TEST_F(SharedPieces, AreEachDoneOnceByOneThread) {
  std::vector<std::atomic<int>> calls(9);
  std::atomic<int> most = 0;
  share_pieces(std::vector<double>(9, large), [&](std::size_t i) {
    ++calls[i];
    if (threads() > most) most = threads();
  });
  for (const std::atomic<int>& n : calls) EXPECT_EQ(n, 1);
  EXPECT_EQ(most, 1);
  EXPECT_EQ(threads(), 2);
}

/// One that is as long as all others, or alone, keeps the threads for its loops.
TEST_F(SharedPieces, AreDoneInTurnWhereThatIsFaster) {
  for (const std::vector<double>& sizes :
       {std::vector<double>{large}, std::vector<double>{1000, 9 * large, 1000}}) {
    std::vector<std::size_t> order;
    share_pieces(sizes, [&](std::size_t i) {
      order.push_back(i);
      EXPECT_EQ(threads(), 2);
    });
    ASSERT_EQ(order.size(), sizes.size());
    for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
  }
}

TEST_F(SharedPieces, ThrowWhatTheFirstOfThemThrows) {
  std::atomic<int> done = 0;
  try {
    share_pieces(std::vector<double>(6, large), [&](std::size_t i) {
      ++done;
      if (i == 2 || i == 4) throw std::runtime_error(std::to_string(i));
    });
    ADD_FAILURE() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "2");
  }
  EXPECT_EQ(done, 6);
  EXPECT_EQ(threads(), 2);
}

/// Loops go on alone for a while, which doubles, and are shared again.
TEST(HeldUpTeams, RestAndComeBack) {
  const auto rest = [] {
    const auto start = std::chrono::steady_clock::now();
    note_team(true);
    while (others_are_busy()) std::this_thread::yield();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  EXPECT_FALSE(others_are_busy());
  EXPECT_GE(rest(), 0.01);  // least times alone: this test may be held up itself
  EXPECT_GE(rest(), 0.02);
  EXPECT_GE(rest(), 0.04);
  for (int team = 0; team < 1000; ++team) note_team(false);
  note_team(true);
  std::this_thread::sleep_for(std::chrono::milliseconds(11));
  EXPECT_FALSE(others_are_busy());
}

}  // namespace
}  // namespace eulersolid
