#pragma once

#include "kernels/core/backend.h"  // first: it makes the backend's namespace inline

#include "contact/solvers/qp/box_qp_solver.h"
#include "contact/solvers/qp/qp_engine.h"
#include "kernels/band/packed_band.h"

ES_BEGIN

/// Solves sequences of QPs that lie in the memory of this backend, as BoxQpSolver does: with one of
/// its own, or with an engine that may be elsewhere and gets copies.
class PlacedQpSolver {
 public:
  /// @param make_engine  empty: solve here
  PlacedQpSolver(QpMethod method, int max_schur_columns, const QpEngineMaker& make_engine);

  /// As BoxQpSolver::set_hessian().
  void set_hessian(const BandedMatrix& H);
  /// As BoxQpSolver::solve().
  QpReport solve(const BoxQp& qp, Span<std::int8_t> state, Span<double> x, Span<double> multiplier);

 private:
  BoxQpSolver here_;
  std::unique_ptr<QpEngine> engine_;
  PackedBand packed_;
  HostBand H_;
  HostQp qp_;
  HostSolution solution_;
};

ES_END
