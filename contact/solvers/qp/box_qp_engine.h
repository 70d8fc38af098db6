#pragma once

#include "kernels/core/backend.h"  // first: it makes the backend's namespace inline

#include "contact/solvers/qp/box_qp_solver.h"
#include "contact/solvers/qp/qp_engine.h"
#include "kernels/band/packed_band.h"

ES_BEGIN

/// Solves QPs given in host memory with the BoxQpSolver of this backend.
class BoxQpEngine final : public QpEngine {
 public:
  explicit BoxQpEngine(QpMethod method, int max_schur_columns)
      : solver_(method, max_schur_columns) {}

  void set_hessian(const HostBand& H) override;
  QpReport solve(const HostQp& qp, HostSolution& solution) override;

 private:
  BoxQpSolver solver_;
  PackedBand packed_;
  BandedMatrix H_;
  DeviceVector<double> c_, lower_, upper_, x_, multiplier_;
  DeviceVector<std::int8_t> state_;
};

ES_END
