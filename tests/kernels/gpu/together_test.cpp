#include <gtest/gtest.h>

#include "kernels/core/device_vector.h"
#include "kernels/core/pieces.h"
#include "kernels/core/vectors.h"
#include "kernels/core/work_counts.h"

/// Pieces that go together start one kernel for all of them, and come together again after a turn
/// that only some of them took.

namespace eulersolid {
namespace {

constexpr std::size_t pieces = 9, rounds = 30;

/// Does a piece take the turn of this round?
using Turn = bool (*)(std::size_t round, std::size_t piece);

struct Asked {
  std::int64_t kernels, read_backs;
};

Asked asked_by(Turn turn) {
  std::vector<DeviceVector<double>> values;
  for (std::size_t piece = 0; piece < pieces; ++piece)
    values.emplace_back(static_cast<Index>(100 + piece));
  const WorkCounts before = work_counts();
  for_pieces(std::vector<double>(pieces, 100), [&](std::size_t piece) {
    const Span<double> x = values[piece].span();
    for (std::size_t round = 0; round < rounds; ++round) {
      fill(x, 2.0);
      if (turn(round, piece)) scale(x, 3);
      if (!(dot(x, x) > 0)) ADD_FAILURE();
    }
  });
  const WorkCounts work = work_counts() - before;
  return {work[Work::loop], work[Work::read_back]};
}

TEST(Together, PiecesStartOneKernelForAllOfThem) {
  EXPECT_EQ(asked_by([](std::size_t, std::size_t) { return false; }).kernels, 2 * int(rounds));
  EXPECT_EQ(asked_by([](std::size_t, std::size_t) { return true; }).kernels, 3 * int(rounds));
  EXPECT_EQ(asked_by([](std::size_t, std::size_t) { return true; }).read_backs, int(rounds));
}

/// Once they know what follows: the first time some may go ahead, up to all rounds.
TEST(Together, PiecesMeetAgainAfterATurnOfSomeOfThem) {
  for (const Turn turn : {Turn([](std::size_t, std::size_t piece) { return piece == 4; }),
                          Turn([](std::size_t, std::size_t piece) { return piece < 4; }),
                          Turn([](std::size_t, std::size_t piece) { return piece != 4; }),
                          Turn([](std::size_t, std::size_t piece) { return piece > 2; }),
                          Turn([](std::size_t round, std::size_t piece) {
                            return (7 * round + piece * piece + round * piece) % 5 < 2;
                          })}) {
    EXPECT_LE(asked_by(turn).kernels, 6 * int(rounds));
    const Asked asked = asked_by(turn);
    EXPECT_LE(asked.kernels, 3 * int(rounds));
    EXPECT_EQ(asked.read_backs, int(rounds));
  }
}

}  // namespace
}  // namespace eulersolid
