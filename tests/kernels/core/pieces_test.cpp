#include "kernels/core/pieces.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "kernels/core/algorithms.h"
#include "kernels/core/vectors.h"

/// Pieces of work on both backends: whatever is shared among them, each gives the bits that it
/// gives alone.

namespace eulersolid {
namespace {

/// What a piece leaves behind.
struct Result {
  double dot = 0, largest = 0;
  std::vector<int> chosen, sums;
  std::vector<double> values;
  bool operator==(const Result&) const = default;
};

/// Loops, sums, lists, scans and read-backs, some of which only some pieces take.
Result program(std::size_t piece) {
  const std::size_t n = 37 * piece * piece + 1;
  std::vector<double> start(n);
  std::vector<int> counts(n);
  std::vector<std::uint8_t> flags(n);
  for (std::size_t i = 0; i < n; ++i) {
    start[i] = 1.0 / double(i + piece + 1), counts[i] = int(i % 5);
    flags[i] = i % (piece + 2) == 1;
  }
  DeviceVector<double> x(start), y(start);
  Result result;
  for (std::size_t round = 0; round < 4; ++round) {
    if (piece % 3 == 1) scale(y.span(), 0.7);
    add_multiple(0.1, y.span(), x.span());
    if (piece % 4 != 2) result.largest += largest(x.span());
    result.dot += dot(x.span(), y.span());
  }
  DeviceVector<int> list, sums{counts};
  select(DeviceVector<std::uint8_t>(flags).span(), list);
  exclusive_scan(sums.span(), sums.span());
  result.chosen = list.to_host(), result.sums = sums.to_host(), result.values = x.to_host();
  return result;
}

std::vector<Result> results_together(std::size_t count) {
  std::vector<Result> results(count);
  for_pieces(std::vector<double>(count, 1e6),
             [&](std::size_t piece) { results[piece] = program(piece % 11); });
  return results;
}

TEST(Pieces, GiveTheBitsThatEachGivesAlone) {
  std::vector<Result> alone;
  for (std::size_t piece = 0; piece < 11; ++piece) alone.push_back(program(piece));
  for (const std::size_t count : {1u, 2u, 11u, 150u}) {  // more than go together, too
    const std::vector<Result> together = results_together(count);
    for (std::size_t piece = 0; piece < count; ++piece)
      EXPECT_EQ(together[piece], alone[piece % 11]) << piece << " of " << count;
  }
}

TEST(Pieces, MayBeNone) {
  for_pieces({}, [](std::size_t) { ADD_FAILURE(); });
}

TEST(Pieces, HaveNoPiecesOfTheirOwnThatGoWithOthers) {
  const Result alone = program(3);
  std::vector<std::vector<Result>> results(4, std::vector<Result>(3));
  for_pieces(std::vector<double>(4, 1e6), [&](std::size_t outer) {
    for_pieces(std::vector<double>(3, 1e6),
               [&](std::size_t inner) { results[outer][inner] = program(3); });
    EXPECT_EQ(program(3), alone);  // a piece again
  });
  for (const std::vector<Result>& outer : results)
    for (const Result& inner : outer) EXPECT_EQ(inner, alone);
}

/// The others go on to their ends.
TEST(Pieces, ThrowWhatTheFirstOfThemThrows) {
  std::vector<Result> results(7);
  try {
    for_pieces(std::vector<double>(7, 1e6), [&](std::size_t piece) {
      if (piece == 5) throw std::runtime_error("before its loops");
      results[piece] = program(piece);
      if (piece == 2) throw std::runtime_error("after them");
    });
    ADD_FAILURE() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "after them");
  }
  for (const std::size_t piece : {0u, 1u, 3u, 4u, 6u}) EXPECT_EQ(results[piece], program(piece));
  EXPECT_EQ(program(1), results[1]);  // and whoever comes next is no piece
}

}  // namespace
}  // namespace eulersolid
