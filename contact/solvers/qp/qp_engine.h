#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "contact/solvers/qp/qp_report.h"
#include "kernels/band/host_band.h"

namespace eulersolid {

/// The vectors of a BoxQp in host memory.
struct HostQp {
  std::vector<double> c, lower, upper;
};

/// The working set of a QP (WorkingState, one per variable), its solution and its multiplier.
struct HostSolution {
  std::vector<std::int8_t> state;
  std::vector<double> x, multiplier;
};

/// A BoxQpSolver behind plain host data, so that bodies on one backend may have their QPs solved on
/// the other: types of one backend cannot name those of the other. What the thesis calls
/// heterogeneous computing (its chapter 8): the matrix travels once per sequence of QPs, vectors
/// travel once per QP.
class QpEngine {
 public:
  virtual ~QpEngine() = default;
  /// A new sequence: forget the factorisation. H, positive definite, is copied.
  virtual void set_hessian(const HostBand& H) = 0;
  /// @param solution  in: the working set to start from; out: all of it
  virtual QpReport solve(const HostQp& qp, HostSolution& solution) = 0;
};

/// Makes an engine on some backend, with the arguments of BoxQpSolver.
using QpEngineMaker =
    std::function<std::unique_ptr<QpEngine>(QpMethod method, int max_schur_columns)>;

}  // namespace eulersolid
