#include "bench/verification/verify.h"

#include <cmath>

#include "kernels/core/clock.h"
#include "kernels/core/error.h"

namespace eulersolid {

std::optional<double> order_of(std::span<const VerifiedSize> sizes) {
  if (sizes.size() < 2) return {};
  double n = 0, x1 = 0, x2 = 0, y1 = 0, xy = 0, before = INFINITY;
  for (const VerifiedSize& size : sizes) {
    const bool falls = size.error > verified_exactly && size.error < before;
    if (!falls) return {};
    before = size.error;
    const double x = -std::log(double(size.cells)), y = std::log(size.error);
    n += 1, x1 += x, x2 += x * x, y1 += y, xy += x * y;
  }
  return (n * xy - x1 * y1) / (n * x2 - x1 * x1);
}

Verified verify(const VerificationCase& one, Backend backend, Grids grids) {
  Verified result{one, {}, {}, {}};
  const double scale = one.scale > 0 ? one.scale : std::fabs(one.exact);
  const std::size_t count = grids == Grids::all ? one.cells.size() : std::size_t(one.coarse);
  for (std::size_t i = 0; i < count; ++i) {
    const Clock::time_point start = Clock::now();
    try {
      const double ours = one.measure(backend, one.cells[i]);
      result.sizes.push_back(
          {one.cells[i], ours, std::fabs(ours - one.exact) / scale, seconds_since(start)});
    } catch (const SimulationError& error) {
      result.failure = error.what();
      break;
    }
  }
  result.order = order_of(result.sizes);
  return result;
}

std::vector<VerificationCase> verification_cases() {
  std::vector<VerificationCase> all;
  for (const auto& group :
       {geometry_cases, motion_cases, law_cases, elasticity_cases, wave_cases, impact_cases,
        contact_cases, friction_cases, rigid_cases, benchmark_cases}) {
    const std::vector<VerificationCase> cases = group();
    all.insert(all.end(), cases.begin(), cases.end());
  }
  return all;
}

}  // namespace eulersolid
