#include "kernels/sparse/sparse_matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "kernels/sparse/band_lu.h"
#include "kernels/sparse/block_matrix.h"
#include "kernels/sparse/sparse_cholesky.h"
#include "kernels/sparse/sparse_factor.h"
#include "kernels/sparse/sparse_lu.h"

namespace eulersolid {
namespace {

/// Diagonally dominant, of two parts that are not coupled, 0 ... 9 and 10 ... 19, unsymmetric.
SparseMatrix two_parts(std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<MatrixEntry> entries;
  for (int k = 0; k < 60; ++k) {
    const int part = 10 * (k % 2);
    entries.push_back({part + int(random() % 10), part + int(random() % 10), number(random)});
  }
  for (int i = 0; i < 20; ++i) entries.push_back({i, i, 10});
  return sparse_matrix(20, 20, entries);
}

TEST(SparseMatrix, AddsWhatIsGivenTwiceAndSortsRows) {
  const SparseMatrix A = sparse_matrix(2, 3, {{1, 2, 5}, {0, 1, 1}, {1, 0, 2}, {0, 1, 3}});
  EXPECT_EQ(A.row_start, (std::vector<int>{0, 1, 3}));
  EXPECT_EQ(A.column, (std::vector<int>{1, 0, 2}));
  EXPECT_EQ(A.value, (std::vector<double>{4, 2, 5}));
  const SparseMatrix T = transposed(A);
  EXPECT_EQ(T.column, (std::vector<int>{1, 0, 1}));
  EXPECT_EQ(T.value, (std::vector<double>{2, 4, 5}));
}

TEST(BlockMatrix, KnowsHowUnsymmetricItIs) {
  const auto of = [](const std::vector<MatrixEntry>& entries) {
    return asymmetry(block_matrix(sparse_matrix(9, 9, entries)));
  };
  EXPECT_EQ(of({}), 0);
  EXPECT_EQ(of({{0, 0, 4}, {0, 1, 1}, {1, 0, 1}, {2, 8, -3}, {8, 2, -3}}), 0);
  EXPECT_EQ(of({{0, 0, 4}, {0, 1, 1}}), 0.25);              // in a block
  EXPECT_EQ(of({{0, 0, 4}, {2, 8, 1}, {5, 1, 2}}), 0.5);    // in blocks without a partner
  EXPECT_EQ(of({{0, 0, 4}, {7, 1, 1}, {1, 7, -2}}), 0.75);  // in partners
}

TEST(BlockMatrix, HasTheSameProducts) {
  std::mt19937 random(3);
  std::vector<MatrixEntry> entries;
  for (int k = 0; k < 40; ++k)
    entries.push_back({int(random() % 12), int(random() % 12), double(random() % 100)});
  const SparseMatrix A = sparse_matrix(12, 12, entries);
  const BlockMatrix B = block_matrix(A);
  std::vector<double> x(12), y(12, 0), z(12, 0);
  std::vector<Vec3> xb(4), yb(4);
  for (int i = 0; i < 12; ++i) x[std::size_t(i)] = xb[std::size_t(i) / 3][i % 3] = i * i - 20;
  add_product(1, A, x, y);
  add_product(1, sparse_matrix(B), x, z);
  multiply(B, xb, yb);
  for (std::size_t i = 0; i < 12; ++i) {  // whole numbers: no rounding
    EXPECT_EQ(yb[i / 3][int(i % 3)], y[i]);
    EXPECT_EQ(z[i], y[i]);
  }
}

TEST(SparseFactor, SolvesPartByPart) {
  std::mt19937 random(5);
  const SparseMatrix A = two_parts(random);
  const SparseFactor factor(A);
  EXPECT_FALSE(factor.singular());
  EXPECT_GE(factor.parts().size(), 2u);
  std::vector<double> x(20), b(20, 0);
  for (std::size_t i = 0; i < 20; ++i) x[i] = double(i) - 7;
  add_product(1, A, x, b);
  factor.solve(b);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_NEAR(b[i], x[i], 1e-13);  // condition below 3
}

TEST(SparseFactor, DividesByADiagonal) {
  const SparseFactor factor(sparse_matrix(3, 3, {{0, 0, 2}, {1, 1, -4}, {2, 2, 0.5}}));
  std::vector<double> x{2, 2, 2};
  factor.solve(x);
  EXPECT_EQ(x, (std::vector<double>{1, -0.5, 4}));
}

/// Narrow ones are solved in place, wide ones by LAPACK, with its exchanges of rows, two columns at
/// once. What is left of b is rounding of the products, whatever the condition.
TEST(BandLu, SolvesBandsOfAnyWidth) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> number(-1, 1);
  constexpr int order = 50;
  for (const auto& [lower, upper] : {std::pair{0, 0}, {2, 1}, {1, 3}, {20, 25}}) {
    BandLu band(order, lower, upper);
    std::vector<MatrixEntry> entries;
    for (int i = 0; i < order; ++i) {
      for (int j = std::max(0, i - lower); j <= std::min(order - 1, i + upper); ++j)
        entries.push_back({i, j, number(random)});
    }
    for (const MatrixEntry& e : entries) band.at(e.row, e.column) = e.value;
    std::vector<double> b(2 * order);
    for (double& value : b) value = number(random);
    std::vector<double> x = b;
    ASSERT_TRUE(band.factor());
    band.solve(x);
    double largest = 1;
    for (const double value : x) largest = std::max(largest, std::fabs(value));
    for (const MatrixEntry& e : entries)
      for (const int first : {0, order})
        b[std::size_t(first + e.row)] -= e.value * x[std::size_t(first + e.column)];
    for (const double rest : b) EXPECT_LE(std::fabs(rest), 1e-16 * order * order * largest);
  }
  BandLu singular(2, 0, 0);
  singular.at(0, 0) = 1;
  EXPECT_FALSE(singular.factor());
}

TEST(SparseFactor, TellsWhatIsSingular) {
  EXPECT_TRUE(SparseFactor(sparse_matrix(2, 2, {{0, 0, 1}})).singular());
}

TEST(SparseFactor, TellsWhatIsPositiveDefinite) {
  EXPECT_TRUE(is_positive_definite(sparse_matrix(2, 2, {{0, 0, 1}, {1, 1, 1}, {0, 1, 1.9}})));
  EXPECT_FALSE(is_positive_definite(sparse_matrix(2, 2, {{0, 0, 1}, {1, 1, 1}, {0, 1, 2.1}})));
  EXPECT_FALSE(is_positive_definite(sparse_matrix(3, 3, {{0, 0, 1}, {1, 1, 1}})));
}

/// The Laplacian of a grid with room between -1 and 7 added to its diagonal.
SparseMatrix shifted_laplacian(int side, double shift) {
  std::vector<MatrixEntry> entries;
  for (int i = 0; i < side * side; ++i) {
    entries.push_back({i, i, 4 + shift});
    if (i % side > 0) entries.push_back({i, i - 1, -1}), entries.push_back({i - 1, i, -1});
    if (i >= side) entries.push_back({i, i - side, -1}), entries.push_back({i - side, i, -1});
  }
  return sparse_matrix(side * side, side * side, entries);
}

/// Small ones are factored by columns, large ones by blocks of them.
TEST(SparseCholesky, SolvesSystemsOfAnySizeAndFactorsAgain) {
  for (const int side : {1, 7, 150}) {
    SparseMatrix A = shifted_laplacian(side, 0.5);
    SparseCholesky factor(A);
    // Known from the order: the diagonal, and two couplings of most unknowns.
    EXPECT_EQ(factor.matrix_elements(), side * side + 2 * side * (side - 1));
    EXPECT_GE(factor.elements(), factor.matrix_elements());
    EXPECT_GE(factor.operations(), factor.elements());
    for (const double shift : {0.5, 3.0}) {
      A = shifted_laplacian(side, shift);
      ASSERT_TRUE(factor.factor(A));
      std::vector<double> x(std::size_t(A.rows), 0), b(x.size(), 1);
      for (std::size_t i = 0; i < b.size(); ++i) b[i] += double(i % 7);
      x = b;
      factor.solve(x);
      add_product(-1, A, x, b);
      for (const double rest : b) EXPECT_LE(std::fabs(rest), 1e-13 * 8 / 0.5);  // its condition
    }
  }
}

TEST(SparseCholesky, SaysThatAMatrixIsIndefiniteAndGoesOn) {
  for (const int side : {7, 150}) {
    SparseCholesky factor(shifted_laplacian(side, -5));
    EXPECT_FALSE(factor.factor(shifted_laplacian(side, -5)));
    EXPECT_TRUE(factor.factor(shifted_laplacian(side, 1)));
  }
}

/// Unsymmetric, with zeros on its diagonal, of one unknown to thousands.
TEST(SparseLu, SolvesWhatNeedsExchanges) {
  for (const int side : {1, 7, 60}) {
    std::vector<MatrixEntry> entries;
    const SparseMatrix L = shifted_laplacian(side, 0.5);
    for (int i = 0; i < L.rows; ++i) {
      const int other = i % 2 == 1 ? i - 1 : std::min(i + 1, L.rows - 1);  // pairs change places
      for (int e = L.row_start[std::size_t(i)]; e < L.row_start[std::size_t(i) + 1]; ++e)
        entries.push_back({other, L.column[std::size_t(e)],
                           L.value[std::size_t(e)] + (L.column[std::size_t(e)] < i ? 0.25 : 0)});
    }
    const SparseMatrix A = sparse_matrix(L.rows, L.rows, entries);
    const SparseLu factor(A);
    ASSERT_FALSE(factor.singular());
    std::vector<double> x(std::size_t(A.rows), 0), b(x.size(), 1);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] += double(i % 7);
    x = b;
    factor.solve(x);
    add_product(-1, A, x, b);
    for (const double rest : b) EXPECT_LE(std::fabs(rest), 1e-12 * 8 / 0.5);  // its condition
  }
}

TEST(SparseLu, TellsWhatIsSingular) {
  EXPECT_TRUE(SparseLu(sparse_matrix(2, 2, {{0, 0, 1}})).singular());
  EXPECT_TRUE(
      SparseLu(sparse_matrix(2, 2, {{0, 0, 1}, {0, 1, 2}, {1, 0, 2}, {1, 1, 4}})).singular());
}

/// A tridiagonal matrix fills in nothing.
TEST(SparseLu, CountsElements) {
  std::vector<MatrixEntry> entries;
  for (int i = 0; i < 50; ++i) {
    entries.push_back({i, i, 2});
    if (i > 0) entries.push_back({i, i - 1, 1}), entries.push_back({i - 1, i, 1});
  }
  EXPECT_EQ(SparseLu::elements_for(sparse_matrix(50, 50, entries)), 99);
}

}  // namespace
}  // namespace eulersolid
