#include "kernels/sparse/block_product.h"

#include <gtest/gtest.h>

#include "bench/problems/random_numbers.h"

namespace eulersolid {
namespace {

/// About four blocks in a row, none in each seventh; unsymmetric.
BlockMatrix random_blocks(int order, RandomNumbers& random) {
  std::vector<BlockEntry> entries;
  for (int i = 0; i < order; ++i) {
    for (int k = 0; i % 7 != 3 && k < 4; ++k) {
      BlockEntry entry{i, (i * 5 + k * k * 11) % order, {}};
      for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) entry.value[row][column] = random.uniform(-1, 1);
      entries.push_back(entry);
    }
  }
  return block_matrix(order, entries);
}

std::vector<Vec3> product(const BlockMatrix& A, const std::vector<Vec3>& x) {
  const DeviceBlockMatrix held(A);
  const DeviceVector<Vec3> from(x);
  DeviceVector<Vec3> to(Index(x.size()), Vec3{7, 7, 7});  // what was there does not matter
  multiply(held.rows(), from.span(), to.span());
  return to.to_host();
}

}  // namespace

TEST(BlockProduct, IsThatOfTheDenseMatrix) {
  RandomNumbers random(3);
  for (const int order : {1, 2, 33, 1000, 4097}) {
    const BlockMatrix A = random_blocks(order, random);
    std::vector<Vec3> x;
    for (int i = 0; i < order; ++i)
      x.push_back({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
    const std::vector<Vec3> y = product(A, x);
    for (std::size_t i = 0; i < y.size(); ++i) {
      double dense[3] = {0, 0, 0};
      for (int e = A.row_start[i]; e < A.row_start[i + 1]; ++e)
        for (int row = 0; row < 3; ++row)
          for (int column = 0; column < 3; ++column)
            dense[row] += A.value[std::size_t(e)][row][column] *
                          x[std::size_t(A.column[std::size_t(e)])][column];
      for (int row = 0; row < 3; ++row)
        ASSERT_NEAR(y[i][row], dense[row], 12 * 2e-16) << order << " " << i;  // 12 products, <= 1
    }
  }
}

TEST(BlockProduct, HasTheSameBitsEveryTime) {
  RandomNumbers random(4);
  const BlockMatrix A = random_blocks(3000, random);
  const std::vector<Vec3> x(3000, {0.1, 0.7, -0.3}), first = product(A, x);
  for (int run = 0; run < 5; ++run) {
    const std::vector<Vec3> again = product(A, x);
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(norm1(again[i] - first[i]), 0);
  }
}

TEST(BlockProduct, OfNothingIsNothing) { EXPECT_TRUE(product(BlockMatrix{}, {}).empty()); }

}  // namespace eulersolid
