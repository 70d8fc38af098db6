#include "kernels/band/block_cholesky.h"

#include <gtest/gtest.h>
#include <lapacke.h>

#include <cmath>
#include <limits>

#include "bench/bench_numbers.h"
#include "kernels/band/packed_band.h"
#include "kernels/core/threads.h"
#include "tests/bands.h"

namespace eulersolid {
namespace {

struct Shape {
  int order, bandwidth;
};
const Shape shapes[] = {{1, 0},   {2, 1},    {31, 5},    {32, 31},  {33, 0},   {64, 1},
                        {65, 64}, {100, 17}, {131, 130}, {200, 45}, {777, 100}};

/// A factorisation of a matrix, in `subdomains` subdomains (0: as many as it chooses).
BlockCholesky factor_of(const HostBand& dense, int subdomains = 0) {
  const BandedMatrix H = upload(dense);
  BlockCholesky factor(subdomains);
  factor.take(H);
  return factor;
}

/// LAPACK's factor and solution of the dense matrix.
std::vector<double> lapack_solution(const HostBand& H, std::vector<double> b, int columns) {
  const int n = H.order();
  std::vector<double> dense = H.dense();
  EXPECT_EQ(LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', n, columns, dense.data(), n, b.data(), n), 0);
  return b;
}

TEST(BlockCholesky, SolvesAsLapackDoes) {
  for (const Shape shape : shapes) {
    const HostBand dense = random_band(shape.order, shape.bandwidth, 1.05, 11);
    for (const int subdomains : {0, 1, 2, 3, 7}) {
      BlockCholesky factor = factor_of(dense, subdomains);
      ASSERT_EQ(factor.factor(), -1);
      for (const int columns : {1, 3, 6, 8, 25}) {
        const std::vector<double> b = random_vector(std::size_t(shape.order * columns), 12);
        DeviceVector<double> X(b);
        factor.solve(X.span(), columns);
        EXPECT_LE(largest_difference(X.to_host(), lapack_solution(dense, b, columns)), 1e-13)
            << shape.order << " " << shape.bandwidth << " " << columns << " " << subdomains
            << " of " << factor.subdomains();
      }
    }
  }
}

/// L^{-1} of the whole identity is the inverse of LAPACK's factor where the order is the given one.
TEST(BlockCholesky, OneSubdomainIsLapacksFactor) {
  for (const Shape shape : shapes) {
    const HostBand H = random_band(shape.order, shape.bandwidth, 1.05, 13);
    std::vector<double> dense = H.dense();
    BlockCholesky factor = factor_of(H, 1);
    ASSERT_EQ(factor.factor(), -1);
    const std::size_t n = std::size_t(shape.order);
    std::vector<double> inverse(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) inverse[i * (n + 1)] = 1;
    DeviceVector<double> X(inverse);
    factor.forward(X.span(), shape.order);
    ASSERT_EQ(LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', shape.order, dense.data(), shape.order), 0);
    ASSERT_EQ(LAPACKE_dtrtri(LAPACK_COL_MAJOR, 'L', 'N', shape.order, dense.data(), shape.order),
              0);
    const std::vector<double> ours = X.to_host();
    double most = 0;
    for (int i = 0; i < shape.order; ++i) {
      for (int j = 0; j <= i; ++j) {
        const std::size_t e = std::size_t(i) + n * std::size_t(j);
        most = std::max(most, std::abs(ours[e] - dense[e]));
      }
    }
    EXPECT_LE(most, 1e-13);
  }
}

TEST(BlockCholesky, SkipsTheRowsBeforeTheFirstNonZero) {
  const int n = 750, columns = 23;
  for (const int subdomains : {1, 2, 5}) {
    BlockCholesky factor = factor_of(random_band(n, 40, 1.05, 14), subdomains);
    ASSERT_EQ(factor.factor(), -1);
    std::vector<double> b = random_vector(std::size_t(n * columns), 15);
    std::vector<BlockCholesky::Rows> rows;
    for (int c = 0; c < columns; ++c) {
      rows.push_back({c * 32, std::min(n - 1, c * 32 + (c % 5) * 20)});
      for (int i = 0; i < n; ++i) {
        if (i < rows.back().first || i > rows.back().last) b[std::size_t(c * n + i)] = 0;
      }
    }
    DeviceVector<double> all(b), told(b);
    factor.forward(all.span(), columns);
    factor.forward(told.span(), columns, rows);
    EXPECT_EQ(all.to_host(), told.to_host());
    const std::vector<double> result = all.to_host();
    for (int c = 0; c < columns; ++c) {
      const auto reached =
          factor.rows_reached(rows[std::size_t(c)].first, rows[std::size_t(c)].last);
      for (int i = 0; i < n; ++i) {
        if (i < reached.first || i > reached.last) {
          ASSERT_EQ(result[std::size_t(c * n + i)], 0);
        }
      }
    }
  }
}

TEST(BlockCholesky, NamesTheColumnThatIsNotPositiveDefinite) {
  for (const int n : {1, 40, 700}) {
    for (const int bad : {0, n / 2, n - 1}) {
      for (const double value : {-1.0, 0.0, std::numeric_limits<double>::quiet_NaN(),
                                 std::numeric_limits<double>::infinity()}) {
        HostBand dense = random_band(n, n / 3, 1.05, 16);
        dense.at(bad, bad) = value;
        EXPECT_EQ(factor_of(dense).factor(), bad);
      }
    }
  }
}

TEST(BlockCholesky, RefusesAMatrixThatIsSingularUpToRounding) {
  const int n = 90, rank = 60;  // a Gram matrix of 90 vectors in 60 dimensions
  const std::vector<double> B = random_vector(std::size_t(n * rank), 17);
  HostBand gram = HostBand::uniform(n, n - 1);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      for (int k = 0; k < rank; ++k) {
        gram.at(i, j) += B[std::size_t(i * rank + k)] * B[std::size_t(j * rank + k)];
      }
    }
  }
  EXPECT_GE(factor_of(gram).factor(),
            rank);  // and not -1: what rounding leaves of a pivot is no pivot
}

TEST(BlockCholesky, EmptyMatrixIsFine) {
  BlockCholesky factor = factor_of(HostBand{});
  EXPECT_EQ(factor.factor(), -1);
  factor.solve({}, 0);
  factor.solve({}, 3);
}

TEST(BlockCholesky, HasTheSameBitsForAnyTeam) {
  const int n = 1500, columns = 40;
  const HostBand dense = random_band(n, 220, 1.01, 18);
  const std::vector<double> b = random_vector(std::size_t(n * columns), 19);
  std::vector<std::vector<double>> results;
  const int before = threads();
  for (const int team : {1, 2, 5}) {
    set_threads(team);
    BlockCholesky factor = factor_of(dense);
    ASSERT_EQ(factor.factor(), -1);
    DeviceVector<double> X(b);
    factor.solve(X.span(), columns);
    results.push_back(X.to_host());
  }
  set_threads(before);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

}  // namespace
}  // namespace eulersolid
