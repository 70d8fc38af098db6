#include "bench/solvers/performance_profile.h"

#include <algorithm>
#include <cmath>

namespace eulersolid {

namespace {

/// The times of each solver over the least of each problem; infinite where that is.
std::vector<std::vector<double>> ratios(std::vector<std::vector<double>> times) {
  for (std::size_t p = 0; p < times[0].size(); ++p) {
    double least = INFINITY;
    for (const auto& solver : times) least = std::min(least, solver[p]);
    for (auto& solver : times)
      solver[p] = std::isfinite(solver[p]) ? (least > 0 ? solver[p] / least : 1) : INFINITY;
  }
  return times;
}

}  // namespace

PerformanceProfile performance_profile(const std::vector<std::vector<double>>& times) {
  PerformanceProfile profile;
  if (times.empty() || times[0].empty()) return profile;
  const std::vector<std::vector<double>> ratio = ratios(times);
  profile.tau.push_back(1);
  for (const auto& solver : ratio)
    for (const double r : solver)
      if (std::isfinite(r)) profile.tau.push_back(r);
  std::sort(profile.tau.begin(), profile.tau.end());
  profile.tau.erase(std::unique(profile.tau.begin(), profile.tau.end()), profile.tau.end());
  for (const auto& solver : ratio) {
    std::vector<double>& share = profile.share.emplace_back();
    for (const double tau : profile.tau) {
      const auto within =
          std::count_if(solver.begin(), solver.end(), [tau](double r) { return r <= tau; });
      share.push_back(double(within) / double(solver.size()));
    }
  }
  return profile;
}

}  // namespace eulersolid
