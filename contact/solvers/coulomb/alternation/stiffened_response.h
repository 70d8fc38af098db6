#pragma once

#include <memory>
#include <vector>

#include "contact/solvers/coulomb/coulomb_solver.h"
#include "kernels/sparse/sparse_cholesky.h"

namespace eulersolid {

/// Velocities of contact that springs resist: u = W (b - R u) + q, with a stiffness R_c = rho / h_c
/// of each contact, h_c = tr W_cc / 3. One sparse Cholesky factor serves any b: of M + H R H^T, by
/// the velocities of bodies, where contacts touch few of their degrees of freedom; else of W +
/// R^-1, by impulses. What is not symmetric in M or W, as gyroscopic terms are not, is small, and
/// left to iterative refinement.
class StiffenedResponse {
 public:
  /// @param problem  stays where it is while this lives
  explicit StiffenedResponse(const FrictionProblem& problem);

  /// Choose the order of the factor, from which it is known what that takes.
  void order();
  /// Factor for this rho [-]. Returns false where the matrix is not positive definite.
  bool set_stiffness(double rho);
  double stiffness(std::size_t contact) const { return rho_ / h_[contact]; }  ///< R_c [kg]
  const std::vector<double>& mean_responses() const { return h_; }            ///< h_c [1/kg]
  /// u. @param b  impulses [N s]
  void velocities(const std::vector<Vec3>& b, std::vector<Vec3>& u);
  /// With the factor, the last time.
  int solves() const { return solves_; }
  /// @pre  order() or set_stiffness() was called
  const SparseCholesky& factor() const { return *factor_; }

 private:
  using Vector = std::vector<double>;

  SparseMatrix stiffened_mass() const;
  SparseMatrix softened_response() const;
  SparseMatrix matrix() const { return by_bodies_ ? stiffened_mass() : softened_response(); }
  void velocities_of_bodies(const std::vector<Vec3>& b, std::vector<Vec3>& u);
  void velocities_of_impulses(const std::vector<Vec3>& b, std::vector<Vec3>& u);
  /// x becomes S^-1 x. @param subtract  (y, rest): takes S y off rest
  template <class Subtract>
  void solve(Vector& x, Subtract subtract);

  const FrictionProblem& problem_;
  bool by_bodies_, symmetric_;
  double rho_ = 1;
  int solves_ = 1;
  std::vector<double> h_;
  SparseMatrix HT_;
  std::unique_ptr<SparseCholesky> factor_;
  Vector loads_, right_, part_;
};

}  // namespace eulersolid
