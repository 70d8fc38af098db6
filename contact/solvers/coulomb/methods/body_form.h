#pragma once

#include <memory>
#include <span>
#include <vector>

#include "contact/solvers/coulomb/coulomb_solver.h"
#include "kernels/sparse/sparse_factor.h"

namespace eulersolid {

/// A problem by the velocities of its bodies, M v = f + H r, u = G v + w: what is solved for by
/// Newton's method has as many unknowns as bodies have degrees of freedom, or W has rank, and not
/// three to each contact. A global problem has it, with G = H^T. A local one gets it by W = L L^T,
/// M = I, H^T = G = L. Where W is not symmetric, or bodies deform, or the band of W is narrow, it
/// is made by M v = r, G = W M, with the diagonal M = 3 / tr W_cc.
class BodyForm {
 public:
  explicit BodyForm(const FrictionProblem& problem);

  const SparseMatrix& M() const { return global_->M; }
  const SparseMatrix& H() const { return global_->H; }
  const SparseMatrix& HT() const { return transposed_; }  ///< rows by components of contacts
  const SparseMatrix& G() const { return G_ ? *G_ : transposed_; }
  /// Is G = H^T?
  bool is_symmetric() const { return !G_; }
  int unknowns() const { return global_->M.rows; }

  /// v = M^-1 (f + H r).
  std::vector<double> velocities(const std::vector<Vec3>& r) const;
  /// u = G v + w.
  std::vector<Vec3> contact_velocities(std::span<const double> v) const;
  /// F = M v - f - H r, and the square root of F . M^-1 F.
  double momentum_residual(std::span<const double> v, const std::vector<Vec3>& r,
                           std::vector<double>& F) const;

 private:
  std::unique_ptr<GlobalForm> made_;  ///< of a local problem
  std::unique_ptr<SparseMatrix> G_;   ///< where it is not H^T
  const GlobalForm* global_;
  SparseMatrix transposed_;
  SparseFactor mass_;
};

/// Are impulses to be the unknowns? Of bodies that deform a contact touches dozens of nodes, and W
/// is sparse and has full rank.
bool takes_impulses(const FrictionProblem& problem);

}  // namespace eulersolid
