#pragma once

#include <cmath>
#include <limits>

#include "contact/solvers/qp/box_qp_solver.h"
#include "tests/kernels/band/banded_problem.h"

namespace eulersolid {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A QP on the host, and what a solver made of it.
struct QpProblem {
  DenseBand H;
  std::vector<double> c, lower, upper;
};
struct QpResult {
  QpReport report;
  std::vector<std::int8_t> state;
  std::vector<double> x, multiplier;
};

inline std::vector<std::int8_t> all_free(std::size_t n) { return std::vector<std::int8_t>(n, 0); }

/// Solve with a solver whose Hessian is set.
inline QpResult solve_with(BoxQpSolver& solver, const QpProblem& qp,
                           const std::vector<std::int8_t>& start) {
  const DeviceVector<double> c(qp.c), lower(qp.lower), upper(qp.upper);
  DeviceVector<std::int8_t> state(start);
  DeviceVector<double> x(Index(qp.c.size())), multiplier(Index(qp.c.size()));
  QpResult result;
  result.report = solver.solve({c.span(), lower.span(), upper.span()}, state.span(), x.span(),
                               multiplier.span());
  result.state = state.to_host(), result.x = x.to_host(), result.multiplier = multiplier.to_host();
  return result;
}

inline QpResult solve_once(const QpProblem& qp, const std::vector<std::int8_t>& start,
                           QpMethod method = QpMethod::schurpa) {
  BandedMatrix H;
  store(qp.H, H);
  BoxQpSolver solver(method);
  solver.set_hessian(H);
  return solve_with(solver, qp, start);
}

/// Largest violation of the optimality conditions, in units of c, from their definition: lambda is
/// H x - c, and the signs of lambda allow no descent from where x stands between its bounds.
inline double violation(const QpProblem& qp, const QpResult& result) {
  double worst = 0;
  for (int i = 0; i < qp.H.order; ++i) {
    const std::size_t k = std::size_t(i);
    double lambda = -qp.c[k];
    for (int j = 0; j < qp.H.order; ++j) lambda += qp.H.at(i, j) * result.x[std::size_t(j)];
    worst = std::max(worst, std::abs(lambda - result.multiplier[k]));
    if (!(qp.lower[k] <= result.x[k] && result.x[k] <= qp.upper[k])) return infinity;
    if (result.x[k] < qp.upper[k]) worst = std::max(worst, -lambda);  // could grow
    if (result.x[k] > qp.lower[k]) worst = std::max(worst, lambda);   // could shrink
  }
  return worst;
}

/// Random bounds: contact-like, two-sided, free, or fixed, by turns; c of normal numbers.
inline QpProblem random_qp(DenseBand H, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> width(0.01, 0.6);
  QpProblem qp{std::move(H), {}, {}, {}};
  const std::size_t n = std::size_t(qp.H.order);
  qp.c = random_vector(n, seed + 1);
  for (std::size_t i = 0; i < n; ++i) qp.c[i] *= std::sqrt(qp.H.at(int(i), int(i)));
  for (std::size_t i = 0; i < n; ++i) {
    const unsigned kind = random() % 8;
    const double w = width(random) / std::sqrt(qp.H.at(int(i), int(i)));
    qp.lower.push_back(kind < 3 ? 0 : kind == 7 ? w : kind == 3 ? -infinity : -w);
    qp.upper.push_back(kind < 3 ? infinity : kind == 7 ? w : kind == 4 ? infinity : w);
  }
  return qp;
}

/// Gram matrix of random vectors with `dimension` elements, banded: vector i touches `reach`
/// consecutive coordinates from a place that moves along with i; plus eps on the diagonal,
/// relative.
inline DenseBand gram_band(int order, int dimension, int reach, double eps, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> element;
  std::vector<double> B(std::size_t(order * dimension), 0.0);
  std::vector<int> from(std::size_t(order), 0);
  for (int i = 0; i < order; ++i) {
    const int start = order > 1 ? int(std::int64_t(i) * (dimension - reach) / (order - 1)) : 0;
    from[std::size_t(i)] = start;
    for (int k = start; k < start + reach; ++k) B[std::size_t(i * dimension + k)] = element(random);
  }
  DenseBand H{order, std::vector<int>(std::size_t(order), 0), {}};
  H.values.assign(std::size_t(order) * std::size_t(order), 0.0);
  for (int i = 0; i < order; ++i) {
    int first = i;
    for (int j = i; j >= 0 && from[std::size_t(i)] < from[std::size_t(j)] + reach; --j) {
      double dot = 0;
      for (int k = 0; k < dimension; ++k) {
        dot += B[std::size_t(i * dimension + k)] * B[std::size_t(j * dimension + k)];
      }
      H.set(i, j, i == j ? dot * (1 + eps) : dot);
      first = j;
    }
    H.first_column[std::size_t(i)] = first;
  }
  return H;
}

}  // namespace eulersolid
