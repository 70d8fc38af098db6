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
  /// @param S  symmetric; its lower triangle alone is read
  /// @throws std::bad_alloc  also where the factor has more elements than fit in an int
  explicit SparseCholesky(const SparseMatrix& S);
  ~SparseCholesky();
  SparseCholesky(const SparseCholesky&) = delete;
  SparseCholesky& operator=(const SparseCholesky&) = delete;

  /// Factor a matrix with the elements of the first, in the same places.
  void factor(const SparseMatrix& S);
  bool positive_definite() const { return positive_definite_; }
  /// x = S^-1 x. @pre  positive_definite()
  void solve(std::span<double> x);
  double elements() const;    ///< of the factor, but for zeros between them
  double operations() const;  ///< of a factorisation, in floating point

 private:
  struct State;
  std::unique_ptr<State> state_;
  bool positive_definite_ = true;
};

/// Does the symmetric part of a square matrix have a Cholesky factor?
bool is_positive_definite(const SparseMatrix& A);

}  // namespace eulersolid
