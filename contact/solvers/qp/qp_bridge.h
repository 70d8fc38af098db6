#pragma once

#include "kernels/core/backend.h"  // first: it makes the backend's namespace inline

#include "contact/solvers/qp/box_qp_solver.h"
#include "contact/solvers/qp/qp_engine.h"
#include "kernels/band/packed_band.h"

ES_BEGIN

/// The two ends of the way that QPs take from one backend to another, through host memory, and the
/// copy of a QP that stands at either: QpEngine (qp_engine.h) is all that both backends know.

/// A QP of host memory in the memory of this backend, with its working set and solution.
class DeviceQp {
 public:
  DeviceQp() = default;
  DeviceQp(const HostQp& qp, const std::vector<std::int8_t>& state) { load(qp, state); }

  /// @param state  the working set to start from
  void load(const HostQp& qp, const std::vector<std::int8_t>& state);
  /// Solve it with a solver whose Hessian is set.
  QpReport solve(BoxQpSolver& solver);
  HostSolution solution() const { return {state_.to_host(), x_.to_host(), multiplier_.to_host()}; }

 private:
  DeviceVector<double> c_, lower_, upper_, x_, multiplier_;
  DeviceVector<std::int8_t> state_;
};

/// The far end: solves QPs given in host memory with the BoxQpSolver of this backend.
class BoxQpEngine final : public QpEngine {
 public:
  BoxQpEngine(QpMethod method, int max_schur_columns) : solver_(method, max_schur_columns) {}

  void set_hessian(const HostBand& H) override;
  QpReport solve(const HostQp& qp, HostSolution& solution) override;

 private:
  BoxQpSolver solver_;
  PackedBand packed_;
  BandedMatrix H_;
  DeviceQp qp_;
};

/// The near end: solves sequences of QPs that lie in the memory of this backend, as BoxQpSolver
/// does, with one of its own, or with an engine that may be elsewhere and gets copies.
class PlacedQpSolver {
 public:
  /// @param make_engine  empty: solve here
  PlacedQpSolver(QpMethod method, int max_schur_columns, const QpEngineMaker& make_engine)
      : here_(method, max_schur_columns),
        engine_(make_engine ? make_engine(method, max_schur_columns) : nullptr) {}

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
