#pragma once

#include <memory>
#include <span>

#include "kernels/sparse/sparse_matrix.h"

namespace eulersolid {

/// The factors L U of a square sparse matrix of the host, in an order of minimum degree, with row
/// exchanges where a diagonal element is small, by fronts (UMFPACK: Davis, ACM Trans. Math. Softw.
/// 30 (2004) 196-199).
class SparseLu {
 public:
  /// @throws std::bad_alloc
  explicit SparseLu(const SparseMatrix& A);
  ~SparseLu();
  SparseLu(const SparseLu&) = delete;
  SparseLu& operator=(const SparseLu&) = delete;

  bool singular() const { return singular_; }
  /// x = A^-1 x. @pre  !singular()
  void solve(std::span<double> x) const;

  /// Elements that L has without exchanges. @param A  of a symmetric pattern; its values are not
  /// looked at
  static double elements_for(const SparseMatrix& A);

 private:
  struct State;
  std::unique_ptr<State> state_;
  bool singular_ = false;
};

}  // namespace eulersolid
