#include "src/bench/qp_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace eulersolid {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

QpData QpData::at_least_zero(BandData H, std::vector<double> c) {
  const std::size_t n = c.size();
  return {std::move(H), std::move(c), std::vector<double>(n, 0.0),
          std::vector<double>(n, infinity)};
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

double kkt_residual(const QpData& qp, const std::vector<double>& x) {
  const std::vector<double> Hx = product(qp.H, x);
  double worst = 0, scale = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double h = qp.H.diagonal(int(i)), target = x[i] - (Hx[i] - qp.c[i]) / h;
    const double residual = h * std::abs(x[i] - std::clamp(target, qp.lower[i], qp.upper[i]));
    worst = std::isnan(residual) ? infinity : std::max(worst, residual);
    scale = std::max(scale, std::abs(qp.c[i]));
  }
  return scale > 0 ? worst / scale : worst;
}

}  // namespace eulersolid
