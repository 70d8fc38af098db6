#pragma once

#include "contact/solvers/qp/box_qp.h"
#include "kernels/band/banded.h"

ES_BEGIN

/// Predicts the working set at the solution of a BoxQp from an estimate of x, for the price of a
/// few products with H: gradient projection, which finds the set of a non-degenerate problem after
/// finitely many steps (Bertsekas, IEEE Trans. Autom. Control 21 (1976) 174-184), long before its x
/// is of any use. One step is, with D = diag(H) and g = H x - c,
///
///     d = clip(x - a D^-1 g) - x,    x = x + t d,    t = min(1, -g^T d / d^T H d),
///
/// the minimum along d, and a = d^T D d / d^T H d of the step before, a Barzilai-Borwein length
/// (IMA J. Numer. Anal. 8 (1988) 141-148) in the metric of D; a = 1 at first. Variables are
/// predicted to be where clip(x - D^-1 g) puts them.
class SetPrediction {
 public:
  /// @param steps  at most; fewer where two steps in turn leave the set as it is
  /// @param x      in: an estimate, 0 if there is none; out: a better one, within the bounds
  /// @param state  out: WorkingState of each variable, at_lower where both bounds are equal
  void predict(const BandedMatrix& H, const BoxQp& qp, int steps, Span<double> x,
               Span<std::int8_t> state);

 private:
  DeviceVector<double> diagonal_, gradient_, direction_, product_;
};

ES_END
