#include "bench/problems/qp_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/solvers/qp/kkt.h"

namespace eulersolid {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

struct MatrixTimes {
  std::vector<long double> product;  ///< H x; what the sums lose is not to be taken for a residual
  std::vector<double> magnitude;     ///< |H| |x|
};

MatrixTimes multiply(const HostBand& H, const std::vector<double>& x) {
  MatrixTimes y{std::vector<long double>(x.size(), 0.0L), std::vector<double>(x.size(), 0.0)};
  const auto add = [&](std::size_t row, double element, double factor) {
    y.product[row] += static_cast<long double>(element) * factor;
    y.magnitude[row] += std::abs(element * factor);
  };
  for (int i = 0; i < H.order(); ++i) {
    for (int j = H.first_column[std::size_t(i)]; j <= i; ++j) {
      const double element = H.at(i, j);
      add(std::size_t(i), element, x[std::size_t(j)]);
      if (j < i) add(std::size_t(j), element, x[std::size_t(i)]);
    }
  }
  return y;
}

}  // namespace

QpData QpData::at_least_zero(HostBand H, std::vector<double> c) {
  const std::size_t n = c.size();
  return {std::move(H), std::move(c), std::vector<double>(n, 0.0),
          std::vector<double>(n, INFINITY)};
}

QpStates states_from_signs(const QpData& qp) {
  QpStates states(qp.c.size(), 0);
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (std::isfinite(qp.lower[i]))
      states[i] = qp.c[i] < 0 ? -1 : 0;
    else if (std::isfinite(qp.upper[i]))
      states[i] = qp.c[i] > 0 ? 1 : 0;
  }
  return states;
}

QpStates flipped(const QpData& qp, QpStates states, int changes) {
  const std::size_t count = std::min(std::size_t(std::max(0, changes)), states.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (states[i] != 0)
      states[i] = 0;
    else if (std::isfinite(qp.lower[i]))
      states[i] = -1;
    else if (std::isfinite(qp.upper[i]))
      states[i] = 1;
  }
  return states;
}

int active(const QpStates& states) {
  return int(states.size()) - int(std::count(states.begin(), states.end(), 0));
}

std::vector<double> multiplier(const QpData& qp, const std::vector<double>& x) {
  std::vector<double> lambda = qp.H.times(x);
  for (std::size_t i = 0; i < lambda.size(); ++i) lambda[i] -= qp.c[i];
  return lambda;
}

KktResidual kkt_residual(const QpData& qp, const std::vector<double>& x) {
  const MatrixTimes Hx = multiply(qp.H, x);
  KktResidual residual;
  double scale = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double lambda = double(Hx.product[i] - qp.c[i]);
    const double here = kkt_residual(qp.H.diagonal(int(i)), x[i], lambda, qp.lower[i], qp.upper[i]);
    residual.value = std::max(residual.value, here);
    residual.rounding = std::max(residual.rounding, epsilon * Hx.magnitude[i]);
    scale = std::max(scale, std::abs(qp.c[i]));
  }
  if (scale > 0) residual.value /= scale, residual.rounding /= scale;
  return residual;
}

}  // namespace eulersolid
