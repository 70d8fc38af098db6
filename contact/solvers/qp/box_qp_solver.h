#pragma once

#include <memory>

#include "contact/solvers/qp/box_qp.h"
#include "kernels/band/banded.h"

ES_BEGIN

/// Solves sequences of bound-constrained QPs with one Hessian, as the staggered projections pose
/// them (Algorithm 4.2 of the thesis), by the primal-dual active-set method.
///
/// The factorisation made in the first QP after set_hessian() serves all later ones through the
/// Schur complement, as long as that is cheaper than a new one. When the active-set method cycles
/// or wanders, an interior point method on the same banded kernel takes over; the active-set method
/// tries the working sets that it points to and certifies the solution. When all fails, the
/// diagonal is regularised. The report says what happened; nothing is returned silently
/// unconverged.
class BoxQpSolver {
 public:
  /// @param max_schur_columns  columns of the Schur complement beyond which the matrix is factored
  /// anew
  explicit BoxQpSolver(QpMethod method = QpMethod::schurpa, int max_schur_columns = 500);
  ~BoxQpSolver();
  BoxQpSolver(BoxQpSolver&&) noexcept;
  BoxQpSolver& operator=(BoxQpSolver&&) noexcept;

  /// A new sequence: forget the factorisation. H, symmetric positive definite, is kept by reference
  /// and must stay alive and unchanged until the next call.
  void set_hessian(const BandedMatrix& H);

  /// Solve one QP. All spans have H.order() elements in the memory of this backend.
  /// @param state       in: the working set to start from (WorkingState); out: the final one
  /// @param x           the solution, within its bounds; what it held before is not read
  /// @param multiplier  H x - c
  QpReport solve(const BoxQp& qp, Span<std::int8_t> state, Span<double> x, Span<double> multiplier);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

ES_END
