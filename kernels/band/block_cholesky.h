#pragma once

#include <memory>

#include "kernels/band/elimination_plan.h"
#include "kernels/band/panel_starts.h"
#include "kernels/band/subdomain_factor.h"

ES_BEGIN

/// Cholesky factorisation of a symmetric positive definite matrix with a variable band, and solves
/// with many right-hand sides.
///
/// With P the order of elimination of an EliminationPlan, P H P^T = L L^T by tiles: tile (I, J) of
/// L is (A_IJ - sum_{K<J} L_IK L_JK^T) L_JJ^{-T}, the sum being one product of two panels. The
/// inverses of the diagonal tiles are written during the factorisation, so that a solve is nothing
/// but products (block substitution, Algorithm 5.3 of the thesis, with tiles narrower than the
/// band). The bits of the results do not depend on the number of threads.
class BlockCholesky {
 public:
  /// @param subdomains  0 chooses by order and bandwidth; else the number to aim at
  explicit BlockCholesky(int subdomains = 0);
  ~BlockCholesky();
  BlockCholesky(BlockCholesky&&) noexcept;
  BlockCholesky& operator=(BlockCholesky&&) noexcept;

  /// The matrix to factor: H, or its rows and columns `kept`.
  /// @param kept  in ascending order, in the memory of this backend
  void take(const BandedMatrix& H);
  void take(const BandedMatrix& H, Span<const int> kept);
  /// A_ii = A_ii (1 + delta), and A = A + diag(d): after take(), before factor().
  void scale_diagonal(double delta);
  void add_to_diagonal(Span<const double> d);

  /// Factor in place. Returns -1, or the first column in the order of elimination whose pivot is
  /// not positive, not finite or lost in rounding (below 1024 eps times the diagonal element); no
  /// solve is allowed then.
  Index factor();

  Index order() const { return order_; }
  int bandwidth() const { return bandwidth_; }
  int subdomains() const;  ///< eliminated at the same time, the head of the reduced system included
  Index bytes() const;     ///< of the factor
  /// Useful operations [flop] of the factorisation in the given order of rows, and of a solve.
  double factor_flops() const { return factor_flops_; }
  double solve_flops() const { return solve_flops_; }
  /// L^{-1} b is zero outside these rows where b is zero outside [first, last], of all rows.
  using Rows = RowRange;
  Rows rows_reached(int first, int last) const;

  /// X = P^T L^{-1} P X for `columns` vectors of order() elements, one after the other.
  /// @param rows  empty, or per column on the host: rows outside which it is zero
  void forward(Span<double> X, Index columns, const std::vector<Rows>& rows = {}) const;
  /// X = P^T L^{-T} P X.
  void backward(Span<double> X, Index columns) const;
  /// X = H^{-1} X.
  void solve(Span<double> X, Index columns) const;

 private:
  struct Parts;
  void take_reordered(const BandedMatrix& H, const std::vector<int>& kept);

  std::unique_ptr<Parts> parts_;
  Index order_ = 0;
  int bandwidth_ = 0;
  double factor_flops_ = 0, solve_flops_ = 0;
};

ES_END
