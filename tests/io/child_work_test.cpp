#include "io/child_work.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <vector>

#include "kernels/core/error.h"

namespace eulersolid {
namespace {

constexpr ChildLimits limits{.seconds = 1, .memory = std::size_t(256) << 20};

std::string message_of(const std::function<std::string()>& work) {
  try {
    work_in_child("a.vdb", work, limits);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ChildWork, GivesBackAllBytes) {
  std::string bytes;
  for (int n = 0; n < 3000000; ++n) bytes += char(unsigned(n) * unsigned(n));
  EXPECT_EQ(work_in_child(
                "a.vdb", [&] { return bytes; }, limits),
            bytes);
  EXPECT_EQ(work_in_child(
                "a.vdb", [] { return std::string(); }, limits),
            "");
}

TEST(ChildWork, LeavesThisProcessAsItWas) {
  int value = 1;
  work_in_child(
      "a.vdb", [&] { return std::to_string(++value); }, limits);
  EXPECT_EQ(value, 1);
}

TEST(ChildWork, ItsInputErrorsAreOurs) {
  EXPECT_EQ(message_of([]() -> std::string { throw InputError("a.vdb: no grids"); }),
            "a.vdb: no grids");
}

TEST(ChildWork, ThatDiesSaysSo) {
  const std::string damaged = "a.vdb cannot be read; it is damaged";
  EXPECT_EQ(message_of([]() -> std::string {
              std::raise(SIGSEGV);
              return "";
            }),
            damaged);
  EXPECT_EQ(message_of([]() -> std::string { std::abort(); }), damaged);
  EXPECT_EQ(message_of([]() -> std::string { std::_Exit(0); }), damaged);
  EXPECT_EQ(message_of([]() -> std::string { throw std::runtime_error("raw"); }), damaged);
}

TEST(ChildWork, ThatNeverEndsIsEnded) {
  const std::string late = "a.vdb cannot be read within 1 s; is it damaged?";
  std::atomic<bool> go_on = true;
  EXPECT_EQ(message_of([&]() -> std::string {
              while (go_on) {
              }
              return "";
            }),
            late);
}

/// As where a run is resumed, whose bodies are there before its checkpoint is read.
TEST(ChildWork, MayTakeItsMemoryOnTopOfWhatThereIs) {
  const std::vector<char> before(2 * limits.memory, 1);
  EXPECT_EQ(work_in_child(
                "a.h5", [] { return std::to_string(std::string(100 << 20, 'x').size()); }, limits),
            std::to_string(100 << 20));
  EXPECT_EQ(before.back(), 1);
}

/// A process that is confined does the work itself, with the same answers.
TEST(ChildWork, IsDoneWhereTheProcessIsConfinedAlready) {
  EXPECT_EQ(work_in_child(
                "a.h5",
                [] {
                  const auto process = std::to_string(::getpid());
                  const std::string inner = work_in_child(
                      "b.h5", [] { return std::to_string(::getpid()); }, limits);
                  if (inner != process) throw InputError("another process");
                  return message_of([]() -> std::string { throw InputError("b.h5: none"); });
                },
                limits),
            "b.h5: none");
}

TEST(ChildWork, ThatWantsAllMemoryGetsNone) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer's shadow takes more than any limit";
#endif
  EXPECT_EQ(message_of([]() -> std::string {
              return std::string(std::size_t(1) << 30, 'x').substr(0, 1);
            }),
            "a.vdb cannot be read: it is cut or damaged, or takes more than 256 MB of memory");
}

}  // namespace
}  // namespace eulersolid
