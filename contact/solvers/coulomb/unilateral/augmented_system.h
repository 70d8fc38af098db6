#pragma once

#include <memory>
#include <span>

#include "contact/solvers/coulomb/unilateral/interior_point.h"
#include "kernels/sparse/sparse_cholesky.h"

namespace eulersolid {

/// The system of a Newton step (Mangoni and Tasora, Eqs. 20 and 39),
///
///     G dx - A^T dl = s,    A dx + T dl = t,    T = diagonal >= 0,
///
/// by S = G + A^T (T + d)^-1 A with iterative refinement; d > 0 is a trace of compliance in rows
/// whose T is below it, as joints', so that rows may depend on each other.
class AugmentedSystem {
 public:
  /// @param problem  stays where it is while this lives
  explicit AugmentedSystem(const UnilateralProblem& problem);

  /// False where S has no Cholesky factor.
  bool factor(std::span<const double> T);
  /// In: s and t; out: dx and dl.
  void solve(std::vector<double>& s, std::vector<double>& t) const;

 private:
  void solve_softened(std::vector<double>& s, std::vector<double>& t) const;

  const UnilateralProblem& problem_;
  SparseMatrix transposed_;
  double softest_ = 0;  ///< d
  std::vector<double> T_, stiffness_;
  std::unique_ptr<SparseCholesky> factor_;
};

}  // namespace eulersolid
