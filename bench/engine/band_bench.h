#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/problems/qp_data.h"
#include "contact/solvers/qp/qp_report.h"
#include "src/simulation/simulation.h"

namespace eulersolid {

/// Vectors that came out of a timed call, one after the other.
struct TimedVectors {
  std::vector<double> values;
  double seconds = 0;
};

/// What a method made of a QP.
struct QpOutcome {
  QpReport report;
  double seconds = 0;  ///< all of it, as measured from outside
  std::vector<double> x;
  QpStates states;
};

/// Ways of multiplying a symmetric banded matrix with dense vectors.
enum class ProductKind {
  ours,    ///< symbgmm() of kernels/band/banded.h
  naive,   ///< Listing 6.3 or 6.4 of the thesis
  shared,  ///< Listing 6.5: blocks of 16 x 16
  dense,   ///< the matrix multiplied as a full one
};

/// A symmetric positive definite band matrix on one backend, and what the benchmarks time with it.
/// Seconds are those of the call alone, without copies from and to the host, and end when the
/// device has.
class BandBench {
 public:
  virtual ~BandBench() = default;

  struct Factor {
    double take, factor;  ///< copying the matrix, factoring it [s]
  };
  /// Factor the matrix, which also readies it for solve().
  /// @throws SimulationError when it is not positive definite
  virtual Factor factor() = 0;
  virtual TimedVectors solve(const std::vector<double>& B, int columns) = 0;
  virtual TimedVectors multiply(ProductKind kind, const std::vector<double>& X, int columns) = 0;

  /// Solve a QP with this matrix.
  /// @param method  one of qp_methods()
  virtual QpOutcome solve_qp(const QpData& qp, const QpStates& start,
                             const std::string& method) = 0;
};

/// The matrix is kept by reference.
/// @throws NoDevice when the backend is not there
std::unique_ptr<BandBench> make_band_bench(Backend backend, const HostBand& H);

/// What the QP benchmarks compare, in the order of their tables.
std::vector<std::string> qp_methods();

namespace cpu {
std::unique_ptr<BandBench> make_band_bench(const HostBand& H);
std::vector<std::string> qp_methods();
}  // namespace cpu
namespace gpu {
std::unique_ptr<BandBench> make_band_bench(const HostBand& H);
}

}  // namespace eulersolid
