#pragma once

#include <span>
#include <vector>

#include "kernels/math/mat3.h"
#include "kernels/sparse/sparse_matrix.h"

namespace eulersolid {

/// A square sparse matrix of the host by blocks of 3 x 3: row i has the blocks row_start[i] ...
/// row_start[i + 1] - 1, in ascending order of their columns, each once.
struct BlockMatrix {
  std::vector<int> row_start = {0};  ///< order + 1
  std::vector<int> column;
  std::vector<Mat3> value;

  int order() const { return int(row_start.size()) - 1; }  ///< rows of blocks
};

/// A block of a matrix, or a part of one.
struct BlockEntry {
  int row, column;  ///< of blocks, from 0
  Mat3 value;
};

/// The matrix with these blocks; those given more than once are added. @pre  all lie in it
BlockMatrix block_matrix(int order, const std::vector<BlockEntry>& entries);

/// The same numbers by blocks. @pre  A is square, and its order a multiple of 3
BlockMatrix block_matrix(const SparseMatrix& A);

/// The same numbers without blocks; zeros within a block are elements.
SparseMatrix sparse_matrix(const BlockMatrix& A);

/// Row i of A x.
inline Vec3 row_product(const BlockMatrix& A, std::size_t i, std::span<const Vec3> x) {
  Vec3 sum;
  for (auto e = std::size_t(A.row_start[i]); e < std::size_t(A.row_start[i + 1]); ++e)
    sum += A.value[e] * x[std::size_t(A.column[e])];
  return sum;
}

/// y = A x. @param x, y  A.order() vectors
void multiply(const BlockMatrix& A, std::span<const Vec3> x, std::span<Vec3> y);

/// The blocks on the diagonal; zero where there is none.
std::vector<Mat3> diagonal_blocks(const BlockMatrix& A);

/// The largest |a_ij - a_ji| over the largest |a_ij|: zero for a symmetric matrix.
double asymmetry(const BlockMatrix& A);

}  // namespace eulersolid
