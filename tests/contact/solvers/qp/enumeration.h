#pragma once

#include <gtest/gtest.h>
#include <lapacke.h>

#include "tests/contact/solvers/qp/qp_problem.h"

namespace eulersolid {

/// The solution of a small QP by trying all 3^n working sets; the one that satisfies the optimality
/// conditions is unique.
inline std::vector<double> by_enumeration(const QpData& qp) {
  const int n = qp.H.order();
  int sets = 1;
  for (int i = 0; i < n; ++i) sets *= 3;
  std::vector<double> best;
  double least = infinity;
  for (int set = 0; set < sets; ++set) {
    std::vector<double> A(std::size_t(n * n), 0.0), b(static_cast<std::size_t>(n)), prescribed;
    std::vector<lapack_int> pivots(static_cast<std::size_t>(n));
    bool finite = true;
    for (int i = 0, digits = set; i < n; ++i, digits /= 3) {
      const std::size_t k = std::size_t(i);
      const bool is_free = digits % 3 == 1;
      for (int j = 0; j < n; ++j)
        A[k + std::size_t(n * j)] = is_free ? qp.H.symmetric(i, j) : i == j;
      b[k] = is_free ? qp.c[k] : digits % 3 == 0 ? qp.lower[k] : qp.upper[k];
      finite = finite && std::isfinite(b[k]);
      prescribed.push_back(is_free ? infinity : b[k]);
    }
    if (!finite) continue;
    LAPACKE_dgesv(LAPACK_COL_MAJOR, n, 1, A.data(), n, pivots.data(), b.data(), n);
    double excess = 0;  // out of the bounds by rounding at most
    for (std::size_t i = 0; i < b.size(); ++i) {
      if (prescribed[i] < infinity) b[i] = prescribed[i];  // exactly
      excess = std::max({excess, qp.lower[i] - b[i], b[i] - qp.upper[i]});
      b[i] = std::min(std::max(b[i], qp.lower[i]), qp.upper[i]);
    }
    QpResult candidate;
    candidate.x = b, candidate.multiplier = multiplier(qp, b);
    const double error = violation(qp, candidate) + excess;
    if (error < least) least = error, best = b;
  }
  EXPECT_LE(least, 1e-10);
  return best;
}

}  // namespace eulersolid
