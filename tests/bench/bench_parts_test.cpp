#include <gtest/gtest.h>

#include <cmath>

#include "bench/baselines/band_storage.h"
#include "bench/baselines/blas_core.h"
#include "bench/baselines/lapack_band.h"
#include "bench/bench_numbers.h"
#include "bench/bench_report.h"
#include "bench/engine/band_bench.h"
#include "bench/problems/band_order.h"
#include "bench/problems/families.h"
#include "bench/problems/random_numbers.h"
#include "bench/solvers/performance_profile.h"
#include "kernels/core/error.h"

namespace eulersolid {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A X by the definition, of `columns` vectors.
std::vector<double> dense_product(const HostBand& A, const std::vector<double>& X, int columns) {
  const std::size_t n = A.first_column.size();
  std::vector<double> Y(n * std::size_t(columns), 0.0);
  for (std::size_t c = 0; c < std::size_t(columns); ++c) {
    for (int i = 0; i < A.order(); ++i) {
      for (int j = 0; j < A.order(); ++j)
        Y[std::size_t(i) + n * c] += A.symmetric(i, j) * X[std::size_t(j) + n * c];
    }
  }
  return Y;
}

TEST(RandomNumbers, AreThoseOfTheStandardGenerator) {
  std::mt19937_64 engine(5489);
  RandomNumbers random(5489);
  EXPECT_EQ(random.uniform(), (double(engine() >> 11) + 0.5) / 9007199254740992.0);
  double mean = 0, square = 0;
  for (int k = 0; k < 100000; ++k) {
    const double x = random.normal();
    mean += x / 100000, square += x * x / 100000;
  }
  EXPECT_NEAR(mean, 0, 0.015);  // five standard deviations of the mean
  EXPECT_NEAR(square, 1, 0.025);
}

TEST(HostBand, GivesWhatItStoresInEveryForm) {
  HostBand A = HostBand::uniform(7, 3);
  for (double& value : A.values) value = double(&value - A.values.data()) + 1;
  EXPECT_EQ(A.bandwidth(), 3);
  EXPECT_EQ(A.factor_flops(), 1 + 4 + 9 + 4 * 16);
  EXPECT_EQ(A.solve_flops(), 4 * 22 - 2 * 7);
  const std::vector<double> columns = by_columns(A), rows = by_rows(A), dense = A.dense();
  for (int i = 0; i < 7; ++i) {
    for (int j = A.first_column[std::size_t(i)]; j <= i; ++j) {
      EXPECT_EQ(columns[std::size_t(i - j + 4 * j)], A.at(i, j));
      EXPECT_EQ(rows[std::size_t(j - i + 3 + 4 * i)], A.at(i, j));
      EXPECT_EQ(dense[std::size_t(i + 7 * j)], A.at(i, j));
      EXPECT_EQ(dense[std::size_t(j + 7 * i)], A.at(i, j));
    }
  }
}

/// Sizes that are no multiple of a block, and the bandwidths at both ends.
TEST(BandBench, MultipliesAndSolves) {
  for (const auto& [n, bandwidth, columns] :
       {std::tuple(1, 0, 1), {5, 0, 3}, {50, 1, 16}, {33, 32, 17}, {200, 37, 5}, {400, 16, 1}}) {
    const QpData qp = band_qp({BandFamily::dominant, n, bandwidth, 0, 0, 2});
    const std::vector<double> X = random_vector(std::size_t(n * columns), 3);
    const std::vector<double> Y = dense_product(qp.H, X, columns);
    const std::unique_ptr<BandBench> bench = make_band_bench(Backend::cpu, qp.H);
    for (const ProductKind kind :
         {ProductKind::ours, ProductKind::naive, ProductKind::shared, ProductKind::dense}) {
      EXPECT_LT(relative_difference(bench->multiply(kind, X, columns).values, Y), 1e-13)
          << n << " " << bandwidth << " " << int(kind);
    }
    bench->factor();
    EXPECT_LT(relative_difference(bench->solve(Y, columns).values, X), 1e-12);
    std::vector<double> band = by_columns(qp.H), B = Y;
    const lapack::Band A{{band.data(), Index(band.size())}, n, bandwidth};
    ASSERT_EQ(lapack::factor(A, 1), -1);
    lapack::solve(A, {B.data(), Index(B.size())}, columns, 1);
    EXPECT_LT(relative_difference(B, X), 1e-12);
  }
}

TEST(BandBench, SaysThatAMatrixIsNotPositiveDefinite) {
  HostBand A = HostBand::uniform(4, 1);
  A.at(0, 0) = A.at(1, 1) = A.at(3, 3) = 1, A.at(2, 2) = -1;
  EXPECT_THROW(make_band_bench(Backend::cpu, A)->factor(), SimulationError);
  std::vector<double> band = by_columns(A);
  EXPECT_EQ(lapack::factor({{band.data(), Index(band.size())}, 4, 1}, 1), 2);
}

TEST(Families, OfContactsAreGramMatricesOfTheirRank) {
  // Twice as many contacts as degrees of freedom: without eps there are directions that cost
  // nothing.
  const QpData singular = normal_qp({120, 2.0, 1e-15, true, 1});
  const QpData regular = normal_qp({120, 0.5, 1e-15, true, 1});
  EXPECT_THROW(make_band_bench(Backend::cpu, singular.H)->factor(), SimulationError);
  EXPECT_NO_THROW(make_band_bench(Backend::cpu, regular.H)->factor());
  EXPECT_LT(regular.H.bandwidth(), 60);  // each ball meets the next three
  for (const double value : regular.lower) EXPECT_EQ(value, 0);
  const QpData friction = with_loads(regular, 1);
  for (std::size_t i = 0; i < friction.c.size(); ++i)
    EXPECT_EQ(friction.lower[i], -friction.upper[i]);
}

TEST(QpStates, FlipsTheFirstConstraints) {
  QpData qp = QpData::at_least_zero(HostBand::uniform(4, 0), {-1, 1, -1, 1});
  EXPECT_EQ(states_from_signs(qp), (QpStates{-1, 0, -1, 0}));
  EXPECT_EQ(flipped(qp, {-1, 0, -1, 0}, 2), (QpStates{0, -1, -1, 0}));
  EXPECT_EQ(flipped(qp, {-1, 0, -1, 0}, 9), (QpStates{0, -1, 0, -1}));
  EXPECT_EQ(active({-1, 0, 1, 0}), 2);
  qp.lower = {-infinity, -infinity, 0, 0}, qp.upper = {1, infinity, 1, 1};
  EXPECT_EQ(flipped(qp, {0, 0, 1, -1}, 4),
            (QpStates{1, 0, 0, 0}));  // a variable without bounds is free
}

TEST(KktResidual, IsZeroAtTheSolutionOnly) {
  QpData qp = QpData::at_least_zero(HostBand::uniform(2, 1), {1, -3});
  qp.H.at(0, 0) = qp.H.at(1, 1) = 2, qp.H.at(1, 0) = -1;
  EXPECT_EQ(kkt_residual(qp, {0.5, 0}).value, 0);
  EXPECT_NEAR(kkt_residual(qp, {0.8, 0}).value, 0.6 / 3, 1e-15);     // 2 |x - 0.5|, over 3
  EXPECT_NEAR(kkt_residual(qp, {0.5, -0.1}).value, 0.2 / 3, 1e-15);  // outside by 0.1
  EXPECT_EQ(kkt_residual(qp, {NAN, 0}).value, infinity);
  EXPECT_FALSE(kkt_residual(qp, {NAN, 0}).certifies());
  EXPECT_FALSE(kkt_residual(qp, {0.5 + 1e-8, 0}).certifies());
  qp.c = {2e7, -3};
  EXPECT_NEAR(kkt_residual(qp, {1e7, 0}).rounding, 0x1p-52, 1e-30);  // |H| |x| is 2e7 at most
}

TEST(BandOrder, UndoesAShuffle) {
  // A path 0 - 3 - 1 - 4 - 2 has bandwidth 1 in its own order.
  const SparseSymmetric path{5,
                             {{0, 0, 2},
                              {1, 1, 3},
                              {2, 2, 4},
                              {3, 0, -1},
                              {3, 1, -1},
                              {3, 3, 5},
                              {4, 1, -1},
                              {4, 2, -1},
                              {4, 4, 6},
                              {4, 0, 0}}};
  const BandOrder band = order_as_band(path, "path");
  EXPECT_EQ(band.name, "reverse Cuthill-McKee");
  EXPECT_EQ(band.H.bandwidth(), 1);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(band.H.diagonal(i),
              (std::vector<double>{2, 3, 4, 5, 6})[std::size_t(band.order[std::size_t(i)])]);
  for (int i = 1; i < 5; ++i) EXPECT_EQ(band.H.at(i, i - 1), -1);
  EXPECT_EQ(permuted({10, 11, 12, 13, 14}, {4, 0, 1, 2, 3}),
            (std::vector<double>{14, 10, 11, 12, 13}));
  const SparseSymmetric narrow{3, {{0, 0, 1}, {1, 0, 1}, {1, 1, 2}, {2, 1, 1}, {2, 2, 2}}};
  EXPECT_EQ(order_as_band(narrow, "narrow").name, "natural");
}

TEST(BenchNumbers, MedianAndDifference) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(largest_difference({1, 2}, {1, 4}), 2);
  EXPECT_EQ(relative_difference({1, 2}, {1, 4}), 0.5);
  EXPECT_EQ(largest_difference({1, 2}, {1}), infinity);
  EXPECT_EQ(largest_difference({1, NAN}, {1, 2}), infinity);
}

TEST(ReportTable, AlignsAndWritesNulls) {
  ReportTable table(
      {{"name", "name", 0}, {"ms", "t [ms]", 2}, {"", "only shown", 0}, {"hidden", "", 0}});
  table.add({"a", 1.234, 7, 1});
  table.add({"long", nullptr, true, 2});
  EXPECT_EQ(table.text(),
            "name  t [ms]  only shown\na       1.23           7\nlong       -         yes\n");
  EXPECT_EQ(table.json().dump(),
            R"([{"hidden":1,"ms":1.234,"name":"a"},{"hidden":2,"ms":null,"name":"long"}])");
}

TEST(BlasCore, IsChangedOnlyWhereItIsLesser) {
  EXPECT_TRUE(is_lesser_core("Haswell", true));
  EXPECT_TRUE(is_lesser_core("Zen", true));
  EXPECT_FALSE(is_lesser_core("Haswell", false));
  EXPECT_FALSE(is_lesser_core("SkylakeX", true));
  EXPECT_FALSE(is_lesser_core("Cooperlake", true));
}

/// Two solvers, three problems; the second solver fails on the first, both on the third.
TEST(PerformanceProfile, CountsWhatIsSolvedWithinAFactor) {
  const PerformanceProfile profile =
      performance_profile({{1, 6, INFINITY}, {INFINITY, 2, INFINITY}});
  EXPECT_EQ(profile.tau, (std::vector<double>{1, 3}));
  const double third = 1.0 / 3;
  EXPECT_EQ(profile.share[0], (std::vector<double>{third, 2 * third}));
  EXPECT_EQ(profile.share[1], (std::vector<double>{third, third}));
}

}  // namespace
}  // namespace eulersolid
