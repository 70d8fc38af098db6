#pragma once

#include "kernels/sparse/sparse_matrix.h"

namespace eulersolid {

/// The unknowns of a square matrix by parts that are not coupled with each other, each in the order
/// of Cuthill and McKee reversed, which makes it a narrow band (Proc. 24th Nat. Conf. ACM (1969)
/// 157-172). Elements (i, j) and (j, i) both couple.
std::vector<std::vector<int>> band_order(const SparseMatrix& A);

/// (A + A^T) / 2, with an element wherever A has one or its mirror image.
SparseMatrix symmetric_part(const SparseMatrix& A);

}  // namespace eulersolid
