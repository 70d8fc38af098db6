#include "kernels/dense/dense.h"

#include <gtest/gtest.h>
#include <lapacke.h>

#include "bench/bench_numbers.h"
#include "kernels/core/device_vector.h"
#include "kernels/dense/quasi_definite.h"
#include "tests/bands.h"

namespace eulersolid {
namespace {

/// Write one element of a matrix of this backend.
void put(MatrixView to, Index i, Index j, double value) {
  memory::copy_in(to.data + i + to.ld * j, &value, sizeof value);
}

TEST(Dense, ProductsFollowTheirDefinition) {
  const Index m = 37, n = 41, k = 19;
  const DeviceVector<double> A(random_vector(37 * 19, 1)), B(random_vector(19 * 41, 2));
  for (const Op op_a : {Op::none, Op::transposed}) {
    for (const Op op_b : {Op::none, Op::transposed}) {
      DeviceVector<double> C(random_vector(37 * 41, 3));
      const std::vector<double> before = C.to_host(), on_host_A = A.to_host(),
                                on_host_B = B.to_host();
      // Element (i, q) of op(A), which is m x k, and (q, j) of op(B), which is k x n.
      const auto of_A = [&](Index i, Index q) {
        return on_host_A[std::size_t(op_a == Op::none ? i + m * q : q + k * i)];
      };
      const auto of_B = [&](Index q, Index j) {
        return on_host_B[std::size_t(op_b == Op::none ? q + k * j : j + n * q)];
      };
      const ConstMatrixView a = op_a == Op::none ? ConstMatrixView(A.span().data, m, k, m)
                                                 : ConstMatrixView(A.span().data, k, m, k);
      const ConstMatrixView b = op_b == Op::none ? ConstMatrixView(B.span().data, k, n, k)
                                                 : ConstMatrixView(B.span().data, n, k, n);
      const MatrixView c(C.span().data, m, n, m);
      gemm(2, op_a, a, op_b, b, 0.5, c);
      const std::vector<double> after = C.to_host();
      for (Index i = 0; i < m; ++i) {
        for (Index j = 0; j < n; ++j) {
          double sum = 0;
          for (Index q = 0; q < k; ++q) sum += of_A(i, q) * of_B(q, j);
          const std::size_t e = std::size_t(i + m * j);
          EXPECT_NEAR(after[e], 2 * sum + 0.5 * before[e], 1e-13);
        }
      }
    }
  }
}

/// Fill the blocks of a random quasi-definite matrix and return the whole of it.
std::vector<double> fill(QuasiDefinite& K, Index a, Index d) {
  K.resize(a, d);
  const Index n = a + d;
  std::vector<double> whole(std::size_t(n * n), 0.0), scale(std::size_t(n), 0.0);
  const HostBand A = random_band(int(a), int(a) - (a > 0), 1.1, 4);
  const HostBand D = random_band(int(d), int(d) - (d > 0), 1.1, 5);
  const std::vector<double> B = random_vector(std::size_t(a * d), 6);
  const MatrixView k_a = K.A(), k_b = K.B(), k_d = K.D();
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) {
      double& value = whole[std::size_t(i + n * j)];
      if (i < a && j < a) put(k_a, i, j, value = A.symmetric(int(i), int(j)));
      if (i < a && j >= a) put(k_b, i, j - a, value = B[std::size_t(i + a * (j - a))]);
      if (i >= a && j < a) value = B[std::size_t(j + a * (i - a))];
      if (i >= a && j >= a) {
        put(k_d, i - a, j - a, D.symmetric(int(i - a), int(j - a)));
        value = -D.symmetric(int(i - a), int(j - a));
      }
      if (i == j) scale[std::size_t(i)] = std::abs(value);
    }
  }
  if (n > 0) memory::copy_in(K.scale().data, scale.data(), scale.size() * sizeof(double));
  return whole;
}

TEST(QuasiDefinite, SolvesAsLapackDoesWithPivoting) {
  for (const Index a : {0, 1, 7, 40}) {
    for (const Index d : {0, 1, 9, 33}) {
      QuasiDefinite K;
      std::vector<double> whole = fill(K, a, d), b = random_vector(std::size_t(a + d), 7);
      ASSERT_TRUE(K.factor());
      DeviceVector<double> x(b);
      K.solve(x.span());
      std::vector<lapack_int> pivots(std::size_t(a + d) + 1);
      if (a + d > 0) {
        ASSERT_EQ(LAPACKE_dgesv(LAPACK_COL_MAJOR, int(a + d), 1, whole.data(), int(a + d),
                                pivots.data(), b.data(), int(a + d)),
                  0);
      }
      EXPECT_LE(largest_difference(x.to_host(), b), 1e-12);
    }
  }
}

TEST(QuasiDefinite, RefusesBlocksThatAreNotDefinite) {
  QuasiDefinite K;
  fill(K, 5, 4);
  put(K.A(), 3, 3, -1);
  EXPECT_FALSE(K.factor());
  fill(K, 5, 4);
  put(K.D(), 3, 3, -1e9);
  EXPECT_FALSE(K.factor());
  fill(K, 5, 4);
  for (Index i = 0; i < 5; ++i)
    put(K.A(), 4, i, i == 4 ? 1e-14 : 0);  // a difference lost in rounding
  EXPECT_FALSE(K.factor());
}

}  // namespace
}  // namespace eulersolid
