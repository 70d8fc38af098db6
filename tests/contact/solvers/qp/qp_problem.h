#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/bench_numbers.h"
#include "bench/problems/qp_data.h"
#include "contact/solvers/qp/qp_bridge.h"
#include "kernels/band/packed_band.h"
#include "tests/bands.h"

namespace eulersolid {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What a solver made of a QP.
struct QpResult {
  QpReport report;
  QpStates state;
  std::vector<double> x, multiplier;
};

inline QpStates all_free(std::size_t n) { return QpStates(n, 0); }

/// Solve with a solver whose Hessian is set.
inline QpResult solve_with(BoxQpSolver& solver, const QpData& qp, const QpStates& start) {
  DeviceQp device({qp.c, qp.lower, qp.upper}, start);
  const QpReport report = device.solve(solver);
  const HostSolution solution = device.solution();
  return {report, solution.state, solution.x, solution.multiplier};
}

inline QpResult solve_once(const QpData& qp, const QpStates& start,
                           QpMethod method = QpMethod::schurpa) {
  const BandedMatrix H = upload(qp.H);
  BoxQpSolver solver(method);
  solver.set_hessian(H);
  return solve_with(solver, qp, start);
}

/// Largest violation of the optimality conditions, in units of c, from their definition: lambda is
/// H x - c, and the signs of lambda allow no descent from where x stands between its bounds.
inline double violation(const QpData& qp, const QpResult& result) {
  const std::vector<double> exact = multiplier(qp, result.x);
  double worst = largest_difference(exact, result.multiplier);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    if (!(qp.lower[i] <= result.x[i] && result.x[i] <= qp.upper[i])) return infinity;
    if (result.x[i] < qp.upper[i]) worst = std::max(worst, -exact[i]);  // could grow
    if (result.x[i] > qp.lower[i]) worst = std::max(worst, exact[i]);   // could shrink
  }
  return worst;
}

/// Random bounds: contact-like, two-sided, free, or fixed, by turns; c of normal numbers.
inline QpData random_qp(HostBand H, std::uint64_t seed) {
  RandomNumbers random(seed);
  QpData qp{std::move(H), {}, {}, {}};
  qp.c = random.normals(std::size_t(qp.H.order()));
  for (std::size_t i = 0; i < qp.c.size(); ++i) {
    const double size = std::sqrt(qp.H.diagonal(int(i)));
    qp.c[i] *= size;
    const int kind = random.below(8);
    const double w = random.uniform(0.01, 0.6) / size;
    qp.lower.push_back(kind < 3 ? 0 : kind == 7 ? w : kind == 3 ? -infinity : -w);
    qp.upper.push_back(kind < 3 ? infinity : kind == 7 ? w : kind == 4 ? infinity : w);
  }
  return qp;
}

/// H with the units of its variables changed: D H D.
inline void scale(HostBand& H, const std::vector<double>& D) {
  for (int i = 0; i < H.order(); ++i) {
    for (int j = H.first_column[std::size_t(i)]; j <= i; ++j)
      H.at(i, j) *= D[std::size_t(i)] * D[std::size_t(j)];
  }
}

}  // namespace eulersolid
