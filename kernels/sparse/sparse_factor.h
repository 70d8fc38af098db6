#pragma once

#include <span>
#include <vector>

#include "kernels/sparse/band_lu.h"
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
    BandLu factor;
    bool singular = false;
  };

  SparseFactor() = default;
  explicit SparseFactor(const SparseMatrix& A);

  bool singular() const;
  int order() const { return int(part_of_.size()); }
  const std::vector<Part>& parts() const { return parts_; }
  int part_of(int unknown) const { return part_of_[std::size_t(unknown)]; }
  int place_of(int unknown) const { return place_of_[std::size_t(unknown)]; }  ///< in its part

  /// x = A^-1 x.
  void solve(std::span<double> x) const;

 private:
  std::vector<Part> parts_;
  std::vector<int> part_of_, place_of_;
  std::vector<double> diagonal_;  ///< where A has no other elements
};

}  // namespace eulersolid
