#pragma once

#include <span>
#include <vector>

#include "kernels/sparse/sparse_matrix.h"

namespace eulersolid {

/// The factors L U of a square sparse matrix of the host, with row exchanges. What is not coupled
/// is factored apart, as the masses of rigid bodies are: each such part is a band in the order of
/// Cuthill and McKee reversed.
class SparseFactor {
 public:
  /// Unknowns that are coupled with each other and with no others, in the order of their band.
  struct Part {
    std::vector<int> unknowns;
    int lower = 0, upper = 0;    ///< bandwidths
    std::vector<double> band;    ///< as LAPACK's dgbtrf leaves it
    std::vector<int> exchanges;  ///< of rows
    bool singular = false;
  };

  explicit SparseFactor(const SparseMatrix& A);

  bool singular() const;
  int order() const { return int(part_of_.size()); }
  const std::vector<Part>& parts() const { return parts_; }
  int part_of(int unknown) const { return part_of_[std::size_t(unknown)]; }
  int place_of(int unknown) const { return place_of_[std::size_t(unknown)]; }  ///< in its part

  /// X = A_part^-1 X. @param X  columns of as many numbers as the part has unknowns, in its order
  void solve_part(const Part& part, std::span<double> X) const;
  /// x = A^-1 x.
  void solve(std::span<double> x) const;

 private:
  std::vector<Part> parts_;
  std::vector<int> part_of_, place_of_;
};

/// Does the symmetric part of a square matrix have a Cholesky factor?
bool is_positive_definite(const SparseMatrix& A);

}  // namespace eulersolid
