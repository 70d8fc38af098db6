#include "bench/baselines/library_factor.h"

#include <gtest/gtest.h>

#include "bench/bench_numbers.h"
#include "kernels/band/block_cholesky.h"
#include "kernels/band/packed_band.h"
#include "tests/bands.h"

namespace eulersolid {
namespace {

/// Two ways to the same solution. H is diagonally dominant, so errors are those of single sums.
TEST(LibraryFactor, SolvesAsBlockCholeskyDoes) {
  const int shapes[][2] = {{1, 0}, {5, 0}, {40, 1}, {65, 64}, {200, 45}, {333, 100}};
  for (const auto& [n, bandwidth] : shapes) {
    const BandedMatrix H = upload(random_band(n, bandwidth, 1.05, 21));
    LibraryFactor library;
    BlockCholesky ours;
    ours.take(H);
    ASSERT_EQ(library.factor(H), -1);
    ASSERT_EQ(ours.factor(), -1);
    for (const int columns : {1, 11}) {
      const std::vector<double> b = random_vector(std::size_t(n * columns), 22);
      DeviceVector<double> X(b), Y(b);
      library.solve(X.span(), columns);
      ours.solve(Y.span(), columns);
      EXPECT_LE(largest_difference(X.to_host(), Y.to_host()), 1e-13) << n << " " << bandwidth;
    }
  }
}

TEST(LibraryFactor, NamesTheColumnThatFails) {
  HostBand dense = random_band(90, 20, 1.05, 23);
  dense.at(61, 61) = -1;
  const BandedMatrix H = upload(dense);
  EXPECT_EQ(LibraryFactor().factor(H), 61);
}

TEST(LibraryFactor, EmptyMatrixIsFine) {
  BandedMatrix H;
  H.reshape(std::vector<int>{});
  LibraryFactor factor;
  EXPECT_EQ(factor.factor(H), -1);
  factor.solve({}, 3);
}

}  // namespace
}  // namespace eulersolid
