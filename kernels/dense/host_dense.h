#pragma once

#include <vector>

namespace eulersolid {

/// A dense matrix of the host by columns.
struct HostMatrix {
  int rows = 0, columns = 0;
  std::vector<double> value;

  HostMatrix() = default;
  HostMatrix(int m, int n) : rows(m), columns(n), value(std::size_t(m) * std::size_t(n), 0) {}

  double& operator()(int i, int j) {
    return value[std::size_t(i) + std::size_t(j) * std::size_t(rows)];
  }
  double operator()(int i, int j) const {
    return value[std::size_t(i) + std::size_t(j) * std::size_t(rows)];
  }
  double* column(int j) { return value.data() + std::size_t(j) * std::size_t(rows); }
  const double* column(int j) const { return value.data() + std::size_t(j) * std::size_t(rows); }
};

/// L, with as many columns as A has rank, such that A = L L^T but for what lies below `tolerance`
/// of the largest diagonal: Cholesky's factor with pivots (LAPACK's dpstrf), its rows in the order
/// of A. @param A  symmetric, positive semidefinite; its lower triangle is read
HostMatrix cholesky_of_rank(HostMatrix A, double tolerance);

/// C += A^T B.
void add_transposed_product(const HostMatrix& A, const HostMatrix& B, HostMatrix& C);

/// b = A^-1 b, and A becomes its factors. False for a matrix that is singular.
bool solve_in_place(HostMatrix& A, std::vector<double>& b);

}  // namespace eulersolid
