#pragma once

#include <memory>
#include <span>

#include "kernels/sparse/sparse_matrix.h"

namespace eulersolid {

/// The Cholesky factor of a symmetric sparse matrix of the host, in an order of nested dissection
/// or of minimum degree, whichever fills in less (CHOLMOD: Chen, Davis, Hager and Rajamanickam, ACM
/// Trans. Math. Softw. 35 (2008) 22).
class SparseCholesky {
 public:
  /// Chooses the order, and factors nothing yet.
  /// @param S  symmetric; its lower triangle alone is read
  /// @throws std::bad_alloc  also where the factor has more elements than fit in an int
  explicit SparseCholesky(const SparseMatrix& S);
  ~SparseCholesky();
  SparseCholesky(const SparseCholesky&) = delete;
  SparseCholesky& operator=(const SparseCholesky&) = delete;

  /// Factors that matrix, or one with its elements in the same places.
  /// @return is it positive definite?
  bool factor(const SparseMatrix& S);
  /// x = S^-1 x. @pre  the last factor() returned true
  void solve(std::span<double> x);
  // Known from the order.
  double matrix_elements() const;  ///< in the lower triangle
  double elements() const;         ///< of the factor, but for zeros between them
  double operations() const;       ///< of a factorisation, in floating point

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Does the symmetric part of a square matrix have a Cholesky factor?
bool is_positive_definite(const SparseMatrix& A);

}  // namespace eulersolid
