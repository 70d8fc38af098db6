#pragma once

#include "kernels/backend.h"  // first: it makes the backend's namespace inline

#include "contact/solvers/box_qp_solver.h"
#include "contact/solvers/packed_band.h"
#include "contact/solvers/qp_engine.h"

ES_BEGIN

/// Solves QPs given in host memory with the BoxQpSolver of this backend.
class BoxQpEngine final : public QpEngine {
 public:
  explicit BoxQpEngine(QpMethod method, int max_solves) : solver_(method, max_solves) {}

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
